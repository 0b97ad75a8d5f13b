import { existsSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'

/** The folder in which a shell would find pnpm, or undefined. */
const folderOnPath = (path: string): string | undefined =>
  path.split(delimiter).find((folder) => folder !== '' && existsSync(join(folder, 'pnpm')))

/**
 * A search path on which `pnpm` is found, for turbo: as it is, or with the pnpm that started this process in front. Undefined
 * where there is none.
 */
export function pathWithPnpm(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const path = environment['PATH'] ?? ''
  if (folderOnPath(path) !== undefined) return path
  const starter = environment['npm_execpath']
  if (starter === undefined || !/^pnpm(\.[cm]?js)?$/.test(basename(starter))) return undefined
  if (basename(starter) === 'pnpm') return [dirname(starter), path].join(delimiter)
  const folder = mkdtempSync(join(tmpdir(), 'rowrate-pnpm-'))
  symlinkSync(starter, join(folder, 'pnpm'))
  return [folder, path].join(delimiter)
}
