import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Environment, LoadLine, RunLine } from '@rowrate/core'
import { environmentSchema, loadLineSchema, RowrateError, runLineSchema } from '@rowrate/core'

import { LineFile, repairLines } from './line-file.ts'

const environmentFile = (directory: string) => join(directory, 'environment.json')
const runsFile = (directory: string) => join(directory, 'runs.jsonl')
const loadFile = (directory: string) => join(directory, 'load.jsonl')

/** Written whole or not at all: a set without it can not be gone on with. */
export function writeEnvironment(directory: string, environment: Environment): undefined {
  const draft = `${environmentFile(directory)}.draft`
  writeFileSync(draft, `${JSON.stringify(environment, undefined, 2)}\n`, { flush: true })
  renameSync(draft, environmentFile(directory))
  const folder = openSync(directory, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

export function readEnvironment(directory: string): Environment {
  const file = environmentFile(directory)
  const parsed = environmentSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  const { path = [], message = 'unreadable' } = parsed.error.issues[0] ?? {}
  throw new RowrateError('RESULT_SET_INVALID', `${file}: ${path.join('.')}: ${message}`)
}

/** The raw lines of a set: those that it held when it was opened, and those appended since. */
export class ResultSet {
  readonly directory: string
  readonly #lines: RunLine[]
  readonly #runs: LineFile<RunLine>
  readonly #load: LineFile<LoadLine>

  /** Drops a damaged last line, with a warning. */
  constructor(directory: string, warn: (warning: string) => void) {
    this.directory = directory
    this.#lines = [...repairLines(runsFile(directory), runLineSchema, warn)]
    repairLines(loadFile(directory), loadLineSchema, warn)
    this.#runs = new LineFile(runsFile(directory))
    this.#load = new LineFile(loadFile(directory))
  }

  get lines(): readonly RunLine[] {
    return this.#lines
  }

  /** On the disk when it returns. */
  append(line: RunLine): undefined {
    this.#runs.append(line)
    this.#runs.flush()
    this.#lines.push(line)
  }

  /** Not flushed: it is written while a sample may be running, and no sample must share its sync. */
  appendLoad(line: LoadLine): undefined {
    this.#load.append(line)
  }

  close(): undefined {
    this.#runs.close()
    this.#load.flush()
    this.#load.close()
  }
}
