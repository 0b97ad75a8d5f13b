import type { StoreDescription, StoreVariant } from '@rowrate/core/stores'
import { describeStores } from '@rowrate/core/stores'
import type { AnyStoreEngine } from '@rowrate/core/stores'
import { describe, expect, it } from 'vitest'

import type { RegisteredEngine } from '../src/engines/registry.ts'
import { readStoresRegistry, selectVariants } from '../src/stores/registry.ts'
import { superviseStores } from '../src/stores/supervise.ts'

const registry = await readStoresRegistry()
const engines = [...new Map(registry.map(({ engine }) => [engine.name, engine])).values()]

const pythonVariants = [
  'objectbox-python-sync-every-open',
  'objectbox-python-cached-model',
  'objectbox-python-skip-model-sync',
  'objectbox-python-cached-codegen',
  'apsw',
  'pyturso',
  'libsql-python',
]

/** What an engine says of its stores: by its module, or by the worker of another language. */
async function described(engine: RegisteredEngine): Promise<StoreDescription> {
  const { name, module, command } = engine
  if (command === undefined) {
    const loaded = (await import(module)) as { readonly default: AnyStoreEngine }
    return describeStores(loaded.default)
  }
  const { signal } = new AbortController()
  const job = { kind: 'describe', engine: name, module } as const
  const { outcome } = await superviseStores({ job, engine, signal })
  if (outcome.kind !== 'describe') throw new Error(JSON.stringify(outcome))
  return outcome
}

it('finds in each package the variants that its package.json names', async () => {
  expect(registry.length).toBeGreaterThanOrEqual(7)
  for (const engine of engines) {
    // oxlint-disable-next-line no-await-in-loop -- one engine after the other
    const { variants } = await described(engine)
    const named = registry.filter((each) => each.engine.name === engine.name)
    expect(variants.map((variant: Pick<StoreVariant, 'name'>) => variant.name)).toEqual(
      named.map((variant) => variant.name),
    )
  }
})

it('names each variant once', () => {
  expect(new Set(registry.map(({ name }) => name)).size).toBe(registry.length)
})

describe('a selection', () => {
  const selected = (filter?: readonly string[]) =>
    selectVariants(registry, filter).map(({ name }) => name)

  it('is those of Node.js without a filter', () => {
    expect(selected()).toContain('better-sqlite3')
    expect(selected().filter((name) => pythonVariants.includes(name))).toEqual([])
  })

  it('takes a group, an engine or a variant by its exact name, each variant once', () => {
    expect(selected(['python'])).toEqual(pythonVariants)
    expect(selected(['objectbox-python'])).toEqual(pythonVariants.slice(0, 4))
    expect(selected(['apsw', 'python'])).toEqual([
      'apsw',
      ...pythonVariants.filter((name) => name !== 'apsw'),
    ])
    expect(selected(['drivers'])).toEqual(selected().filter((name) => name !== 'null'))
  })

  it('names all that there are where it finds none', () => {
    expect(() => selected(['apsw', 'lmdb'])).toThrow(/^'lmdb' has no stores; give some of .*apsw/)
  })
})
