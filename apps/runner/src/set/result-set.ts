import { join } from 'node:path'

import type { LoadLine } from '@rowrate/core'
import { loadLineSchema } from '@rowrate/core'
import type { z } from 'zod'

import { LineFile, repairLines } from './line-file.ts'

export const runsFile = (directory: string): string => join(directory, 'runs.jsonl')
const loadFile = (directory: string) => join(directory, 'load.jsonl')

/** The raw lines of a set: those that it held when it was opened, and those appended since. */
export class ResultSet<Line> {
  readonly directory: string
  readonly #lines: Line[]
  readonly #runs: LineFile<Line>
  readonly #load: LineFile<LoadLine>

  /** Drops a damaged last line, with a warning. */
  constructor(directory: string, schema: z.ZodType<Line>, warn: (warning: string) => void) {
    this.directory = directory
    this.#lines = [...repairLines(runsFile(directory), schema, warn)]
    repairLines(loadFile(directory), loadLineSchema, warn)
    this.#runs = new LineFile(runsFile(directory))
    this.#load = new LineFile(loadFile(directory))
  }

  get lines(): readonly Line[] {
    return this.#lines
  }

  /** On the disk when it returns. */
  append(line: Line): undefined {
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
