import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import type { LoadLine } from '@rowrate/core'
import { loadLineSchema, RowrateError } from '@rowrate/core'
import type { StoresEnvironment, StoresRunLine } from '@rowrate/core/stores'
import { storesEnvironmentSchema, storesRunLineSchema } from '@rowrate/core/stores'
import { z } from 'zod'

import { LineFile, repairLines } from '../set/line-file.ts'
import { readLines } from '../set/lines.ts'

const environmentFile = (directory: string) => join(directory, 'environment.json')
const runsFile = (directory: string) => join(directory, 'runs.jsonl')

/** Written whole or not at all: a set without it can not be gone on with. */
export function writeStoresEnvironment(
  directory: string,
  environment: StoresEnvironment,
): undefined {
  const draft = `${environmentFile(directory)}.draft`
  writeFileSync(draft, `${JSON.stringify(environment, undefined, 2)}\n`, { flush: true })
  renameSync(draft, environmentFile(directory))
  const folder = openSync(directory, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

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
  const file = environmentFile(directory)
  const parsed = storesEnvironmentSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  const { path = [], message = 'unreadable' } = parsed.error.issues[0] ?? {}
  throw new RowrateError('RESULT_SET_INVALID', `${file}: ${path.join('.')}: ${message}`)
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

/** The lines of a set that is being written. */
export class StoresSetWriter {
  readonly directory: string
  readonly #lines: StoresRunLine[]
  readonly #runs: LineFile<StoresRunLine>
  readonly #load: LineFile<LoadLine>

  /** Drops a damaged last line, with a warning. */
  constructor(directory: string, warn: (warning: string) => void) {
    this.directory = directory
    const load = join(directory, 'load.jsonl')
    this.#lines = [...repairLines(runsFile(directory), storesRunLineSchema, warn)]
    repairLines(load, loadLineSchema, warn)
    this.#runs = new LineFile(runsFile(directory))
    this.#load = new LineFile(load)
  }

  get lines(): readonly StoresRunLine[] {
    return this.#lines
  }

  /** On the disk when it returns. */
  append(line: StoresRunLine): undefined {
    this.#runs.append(line)
    this.#runs.flush()
    this.#lines.push(line)
  }

  /** Not flushed: it is written while a phase may be running, and none must share its sync. */
  appendLoad(line: LoadLine): undefined {
    this.#load.append(line)
  }

  close(): undefined {
    this.#runs.close()
    this.#load.flush()
    this.#load.close()
  }
}
