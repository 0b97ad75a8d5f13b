import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { messageOf, RowrateError } from '@rowrate/core'

import { localResults } from '../configuration.ts'

/** The folder of a new set where no option names one: `<date>-<name>`, numbered where that exists. */
function defaultDirectory(name: string): string {
  const base = join(localResults, `${new Date().toISOString().slice(0, 10)}-${name}`)
  let directory = base
  for (let number = 2; existsSync(directory); number += 1) directory = `${base}-${number}`
  return directory
}

/** One folder at a time: where a file system refuses with ENOENT, as /proc does, a recursive mkdir does not come back. */
function makeFolders(directory: string): undefined {
  if (existsSync(directory)) return
  makeFolders(dirname(directory))
  mkdirSync(directory)
}

/** Makes the folder of a new set. Throws USAGE where it can not be written or holds something already. */
export function makeSetDirectory(out: string | undefined, name: string): string {
  const directory = out === undefined ? defaultDirectory(name) : resolve(out)
  try {
    makeFolders(directory)
    accessSync(directory, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new RowrateError(
      'USAGE',
      `--out ${directory} can not be written; name a folder that you may write to (${messageOf(error)})`,
    )
  }
  if (readdirSync(directory).length > 0) {
    throw new RowrateError(
      'USAGE',
      `--out ${directory} is not empty; name a new folder, or go on with that set by --resume`,
    )
  }
  return directory
}

/** Finds a set that is to be gone on with. Throws USAGE where there is none. */
export function findSetDirectory(resume: string): string {
  const directory = resolve(resume)
  const there = existsSync(directory) && statSync(directory).isDirectory()
  if (!there || !existsSync(join(directory, 'environment.json'))) {
    throw new RowrateError(
      'USAGE',
      `--resume ${directory} holds no result set (no environment.json); start a new one with --out`,
    )
  }
  if (!existsSync(join(directory, 'runs.jsonl')) && existsSync(join(directory, 'runs.jsonl.gz'))) {
    throw new RowrateError(
      'USAGE',
      `--resume ${directory} is a compressed set; \`gunzip runs.jsonl.gz\` in it first`,
    )
  }
  return directory
}
