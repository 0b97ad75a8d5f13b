import { existsSync, readdirSync, statSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, gzipSync } from 'node:zlib'

import { messageOf, RowrateError, summarySchema } from '@rowrate/core'

import { readResultSet } from './read-result-set.ts'
import { summarize } from './summary/summarize.ts'

/** Largest size of the raw lines that a committed set may have, compressed. */
const largestPackedBytes = 10 * 1024 ** 2

const localFolder = 'local'

/**
 * Compresses the runs.jsonl of a set that is to be committed; a set that is packed already stays as it is. Returns the size in
 * bytes. Throws RESULT_SET_INVALID where the lines are damaged or too many.
 */
export async function packResultSet(directory: string): Promise<{ bytes: number }> {
  await readResultSet(directory)
  const plain = join(directory, 'runs.jsonl')
  const packed = `${plain}.gz`
  if (!existsSync(plain)) return { bytes: statSync(packed).size }
  const bytes = gzipSync(await readFile(plain), { level: constants.Z_BEST_COMPRESSION })
  if (bytes.length > largestPackedBytes)
    throw new RowrateError('RESULT_SET_INVALID', tooLarge(packed, bytes.length))
  // Whole under its name, or not there: readers take the plain file while both exist.
  await writeFile(`${packed}.part`, bytes)
  await rename(`${packed}.part`, packed)
  await rm(plain)
  return { bytes: bytes.length }
}

const tooLarge = (file: string, bytes: number): string =>
  `${file} has ${(bytes / 1024 ** 2).toFixed(1)} MiB, more than ${largestPackedBytes / 1024 ** 2}: split the set by tests or engines`

/**
 * Looks at every committed set under `results`: complete, packed, small enough, and readable by this version. Returns what is
 * wrong, a sentence each.
 */
export async function checkResultSets(resultsDirectory: string): Promise<string[]> {
  const directories = readdirSync(resultsDirectory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== localFolder)
    .map(({ name }) => join(resultsDirectory, name))
  const problems = await Promise.all(directories.map(problemsOf))
  return problems.flat()
}

async function problemsOf(directory: string): Promise<string[]> {
  const packed = join(directory, 'runs.jsonl.gz')
  const size = existsSync(packed) ? statSync(packed).size : 0
  const missing = ['environment.json', 'runs.jsonl.gz', 'load.jsonl', 'summary.json', 'README.md']
    .filter((name) => !existsSync(join(directory, name)))
    .map((name) => `${directory} has no ${name}: run \`pnpm report ${directory} --pack\``)
  return [
    ...missing,
    ...(existsSync(join(directory, 'runs.jsonl'))
      ? [`${directory} holds runs.jsonl uncompressed: run \`pnpm report ${directory} --pack\``]
      : []),
    ...(size > largestPackedBytes ? [tooLarge(packed, size)] : []),
    ...(missing.length === 0 ? await unreadable(directory) : []),
  ]
}

async function unreadable(directory: string): Promise<string[]> {
  try {
    summarize(await readResultSet(directory))
    summarySchema.parse(JSON.parse(await readFile(join(directory, 'summary.json'), 'utf8')))
    return []
  } catch (error) {
    return [`${directory} does not fit this version: ${messageOf(error)}`]
  }
}
