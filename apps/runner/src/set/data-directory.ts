import { mkdirSync, mkdtempSync, statfsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

import { messageOf, RowrateError } from '@rowrate/core'

import { defaultData, minFreeBytes } from '../configuration.ts'

/** What an error of the file system means to the user. */
const advice: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist; create it',
  ENOTDIR: 'is not a folder; name one',
  EACCES: 'can not be written; name a folder that you may write to',
  EPERM: 'can not be written; name a folder that you may write to',
  EROFS: 'is on a read-only file system; name a folder on a writable one',
  ENOSPC: 'is on a full file system; make room or name a folder on another',
  EDQUOT: 'is over its quota; make room or name a folder on another file system',
}

function unusable(directory: string, error: unknown): RowrateError {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const what = advice[code] ?? `can not be used (${messageOf(error)})`
  return new RowrateError('USAGE', `data directory ${directory} ${what}`)
}

/** The folder under which stores are made, for a run or for `doctor`; the default one is made where it is missing. */
export function findDataDirectory(data: string | undefined): string {
  if (data !== undefined) return resolve(data)
  mkdirSync(defaultData, { recursive: true })
  return defaultData
}

/** Makes a folder for the stores of one run. Throws USAGE where the data directory is missing, read-only or full. */
export function makeRunData(data: string, set: string): string {
  try {
    const { bavail, bsize } = statfsSync(data)
    if (bavail * bsize < minFreeBytes) {
      const free = Math.floor((bavail * bsize) / 1024 ** 2)
      throw new RowrateError(
        'USAGE',
        `data directory ${data} has ${free} MiB left, less than ${minFreeBytes / 1024 ** 2}; make room or name another with --data`,
      )
    }
    return mkdtempSync(join(data, `rowrate-${basename(set)}-`))
  } catch (error) {
    throw error instanceof RowrateError ? error : unusable(data, error)
  }
}
