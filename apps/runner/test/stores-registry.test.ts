import type { AnyStoreEngine } from '@rowrate/core/stores'
import { expect, it } from 'vitest'

import { readStoresRegistry } from '../src/stores/registry.ts'

it('finds in each package the variants that its package.json names', async () => {
  const registry = await readStoresRegistry()
  expect(registry.length).toBeGreaterThanOrEqual(7)
  const engines = new Map(registry.map(({ engine }) => [engine.name, engine]))
  for (const { name, module } of engines.values()) {
    // oxlint-disable-next-line no-await-in-loop -- one module after the other
    const loaded = (await import(module)) as { readonly default: AnyStoreEngine }
    const named = registry.filter(({ engine }) => engine.name === name)
    expect(loaded.default.variants.map((variant) => variant.name)).toEqual(
      named.map((variant) => variant.name),
    )
  }
})
