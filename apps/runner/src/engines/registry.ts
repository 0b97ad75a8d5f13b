import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { RowrateError } from '@rowrate/core'
import { z } from 'zod'

import { root } from '../configuration.ts'

/** The part of an engine's package.json that the runner reads. */
const packageSchema = z.object({
  name: z.string(),
  description: z.string().optional(),
  scripts: z.record(z.string(), z.string()).default({}),
  dependencies: z.record(z.string(), z.string()).default({}),
  rowrate: z
    .object({
      group: z.string().optional(),
      /** Its engines take the published study's choices. */
      study: z.boolean().default(false),
      /** Only for a folder that serves several engines. */
      engines: z.array(z.string()).min(1).optional(),
      /** Only for a worker that is not Node.js: its command, started in the folder. */
      worker: z.object({ command: z.array(z.string()).min(1) }).optional(),
    })
    .default({ study: false }),
})

export interface RegisteredEngine {
  readonly name: string
  readonly group: string | undefined
  /** Takes the choices of the published study. */
  readonly study: boolean
  readonly description: string
  readonly folder: string
  readonly packageName: string
  readonly dependencies: readonly string[]
  /** What a worker is told to load. */
  readonly module: string
  /** The worker's command where it is not core's. */
  readonly command: readonly string[] | undefined
  /** Of its worker and its set-up. */
  readonly env?: Readonly<Record<string, string>>
  readonly hasSetup: boolean
}

async function readPackage(folder: string): Promise<RegisteredEngine[]> {
  const file = join(folder, 'package.json')
  const parsed = packageSchema.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (!parsed.success) {
    throw new RowrateError('ENGINE_INVALID', `${file}: ${z.prettifyError(parsed.error)}`)
  }
  const { name: packageName, description = '', scripts, dependencies, rowrate } = parsed.data
  const names = rowrate.engines ?? [folder.slice(folder.lastIndexOf('/') + 1)]
  return names.map((name) => ({
    name,
    group: rowrate.group,
    study: rowrate.study,
    description,
    folder,
    packageName,
    dependencies: Object.keys(dependencies),
    module: pathToFileURL(join(folder, 'src/index.ts')).href,
    command: rowrate.worker?.command,
    hasSetup: scripts['setup'] !== undefined,
  }))
}

/** The folders under packages/engines are the registry; no engine is loaded. In alphabetical order. */
export async function readRegistry(
  enginesFolder = join(root, 'packages/engines'),
): Promise<RegisteredEngine[]> {
  const entries = await readdir(enginesFolder, { withFileTypes: true })
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(enginesFolder, entry.name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
  const engines = (await Promise.all(folders.map(readPackage))).flat()
  return engines.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}
