import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { RowrateError } from '@rowrate/core'
import { z } from 'zod'

import type { RegisteredEngine } from '../engines/registry.ts'
import { readRegistry } from '../engines/registry.ts'

const variantNamesSchema = z.array(z.string()).min(1)

const manifestSchema = z.object({
  rowrate: z
    .object({
      /**
       * Names of the variants that the package's src/stores.ts defines; by engine, where the package's own worker serves several.
       */
      stores: z.union([variantNamesSchema, z.record(z.string(), variantNamesSchema)]).default([]),
      worker: z
        .object({
          /** Command of a worker that is not Node.js, started in the package's folder. */
          stores: z.array(z.string()).min(1).optional(),
        })
        .default({}),
    })
    .default({ stores: [], worker: {} }),
})

/** One way of keeping stores, as a package names it; nothing is loaded. */
export interface RegisteredVariant {
  readonly name: string
  /** What `--filter` takes for it besides its name: its engine, and the group of its package. */
  readonly groups: readonly string[]
  /** Its `command` is that of the stores' worker, where it is not core's. */
  readonly engine: RegisteredEngine
}

/** The variants of a package, of which `engine` is any engine of the operations suite. */
async function variantsOf(engine: RegisteredEngine): Promise<RegisteredVariant[]> {
  const manifest: unknown = JSON.parse(await readFile(join(engine.folder, 'package.json'), 'utf8'))
  const { stores, worker } = manifestSchema.parse(manifest).rowrate
  const module = pathToFileURL(join(engine.folder, 'src/stores.ts')).href
  const byEngine = Array.isArray(stores) ? { [engine.name]: stores } : stores
  return Object.entries(byEngine).flatMap(([engineName, names]) =>
    names.map((name) => ({
      name,
      groups: [engineName, ...(engine.group === undefined ? [] : [engine.group])],
      engine: { ...engine, name: engineName, module, command: worker.stores },
    })),
  )
}

/** The variants of all engine packages that have stores. */
export async function readStoresRegistry(
  readEngines: () => Promise<RegisteredEngine[]> = readRegistry,
): Promise<RegisteredVariant[]> {
  const packages = new Map((await readEngines()).map((engine) => [engine.folder, engine]))
  return (await Promise.all([...packages.values()].map(variantsOf))).flat()
}

/**
 * The variants that names of variants, engines and groups stand for, each once; without a filter those of Node.js. Throws
 * ENGINE_UNKNOWN with all names that there are.
 */
export function selectVariants(
  registry: readonly RegisteredVariant[],
  filter: readonly string[] | undefined,
): RegisteredVariant[] {
  if (!filter) return registry.filter(({ engine }) => engine.command === undefined)
  const found = (wanted: string) => {
    const variants = registry.filter(
      ({ name, groups }) => name === wanted || groups.includes(wanted),
    )
    if (variants.length > 0) return variants
    const known = new Set(registry.flatMap(({ name, groups }) => [name, ...groups]))
    throw new RowrateError(
      'ENGINE_UNKNOWN',
      `'${wanted}' has no stores; give some of ${[...known].join(', ')}`,
    )
  }
  return [...new Set(filter.flatMap(found))]
}
