import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import type { RegisteredEngine } from './registry.ts'

const versionSchema = z.object({ version: z.string() })

/** The installed versions of what an engine's package depends on, the project's own packages apart. */
export function installedVersions({
  folder,
  dependencies,
}: Pick<RegisteredEngine, 'folder' | 'dependencies'>): Record<string, string> {
  const entries = dependencies
    .filter((name) => !name.startsWith('@rowrate/'))
    .map((name) => [name, join(folder, 'node_modules', name, 'package.json')] as const)
    .filter(([, file]) => existsSync(file))
    .map(([name, file]) => {
      const { version } = versionSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
      return [name, version] as const
    })
  return Object.fromEntries(entries)
}
