import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { z } from 'zod'

import type { RegisteredEngine } from '../engines/registry.ts'
import { readRegistry } from '../engines/registry.ts'

const manifestSchema = z.object({
  rowrate: z
    .object({
      /** Names of the variants that the package's src/stores.ts defines. */
      stores: z.array(z.string()).min(1).optional(),
    })
    .default({}),
})

/** One way of keeping stores, as a package names it; nothing is loaded. */
export interface RegisteredVariant {
  readonly name: string
  readonly group: string | undefined
  readonly engine: RegisteredEngine
}

async function variantsOf(engine: RegisteredEngine): Promise<RegisteredVariant[]> {
  const manifest: unknown = JSON.parse(await readFile(join(engine.folder, 'package.json'), 'utf8'))
  const { stores = [] } = manifestSchema.parse(manifest).rowrate
  const module = pathToFileURL(join(engine.folder, 'src/stores.ts')).href
  // `--filter` takes the engine's name for all of its variants.
  return stores.map((name) => ({ name, group: engine.name, engine: { ...engine, module } }))
}

/** The variants of all engine packages that have stores. */
export async function readStoresRegistry(
  readEngines: () => Promise<RegisteredEngine[]> = readRegistry,
): Promise<RegisteredVariant[]> {
  return (await Promise.all((await readEngines()).map(variantsOf))).flat()
}
