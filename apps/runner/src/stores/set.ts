import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import { RowrateError } from '@rowrate/core'
import type { StoresEnvironment, StoresRunLine } from '@rowrate/core/stores'
import { storesEnvironmentSchema, storesRunLineSchema } from '@rowrate/core/stores'
import { z } from 'zod'

import { environmentFile, readEnvironment } from '../set/environment-file.ts'
import { readLines } from '../set/lines.ts'
import { runsFile } from '../set/result-set.ts'

const suiteSchema = z.looseObject({ suite: z.string().optional() })

/** Whether a folder holds a set of this suite. */
export function isStoresSet(directory: string): boolean {
  const file = environmentFile(directory)
  if (!existsSync(file)) return false
  const parsed = suiteSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  return parsed.success && parsed.data.suite === 'stores'
}

/** Throws RESULT_SET_INVALID where it is missing, of another suite, or damaged. */
export function readStoresEnvironment(directory: string): StoresEnvironment {
  if (!isStoresSet(directory)) {
    throw new RowrateError(
      'RESULT_SET_INVALID',
      `${directory} is no result set of \`pnpm stores\`; give the folder that it wrote`,
    )
  }
  return readEnvironment(directory, storesEnvironmentSchema)
}

/** The raw part of a set. */
export interface StoresSet {
  readonly environment: StoresEnvironment
  readonly lines: readonly StoresRunLine[]
}

/** Reads a set, packed or not. Throws RESULT_SET_INVALID with file and line. */
export function readStoresSet(directory: string): StoresSet {
  const environment = readStoresEnvironment(directory)
  const plain = runsFile(directory)
  const packed = `${plain}.gz`
  const text = existsSync(plain)
    ? readFileSync(plain, 'utf8')
    : existsSync(packed)
      ? gunzipSync(readFileSync(packed)).toString('utf8')
      : ''
  return { environment, lines: readLines(text, storesRunLineSchema, plain).lines }
}
