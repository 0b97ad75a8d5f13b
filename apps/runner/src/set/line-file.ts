import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs'

import { RowrateError } from '@rowrate/core'
import type { z } from 'zod'

import { readLines } from './lines.ts'

/** Appends JSON lines to a file, each in one write. */
export class LineFile<T> {
  readonly #path: string
  readonly #descriptor: number

  constructor(path: string) {
    this.#path = path
    this.#descriptor = openSync(path, 'a')
  }

  append(line: T): undefined {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
    try {
      for (let written = 0; written < bytes.length;) {
        written += writeSync(this.#descriptor, bytes, written)
      }
    } catch (error) {
      throw new RowrateError(
        'STORAGE_FAILED',
        `${this.#path} can not be written; make room or fix the file system, then go on with --resume`,
        { cause: error },
      )
    }
  }

  /** Waits until everything appended is on the disk. */
  flush(): undefined {
    fsyncSync(this.#descriptor)
  }

  close(): undefined {
    closeSync(this.#descriptor)
  }
}

/** Reads a file of lines and cuts off a damaged last one, so that appending goes on behind the last good one. */
export function repairLines<T>(
  path: string,
  schema: z.ZodType<T>,
  warn: (warning: string) => void,
): readonly T[] {
  if (!existsSync(path)) return []
  const { lines, goodBytes, damaged, open } = readLines(readFileSync(path, 'utf8'), schema, path)
  if (damaged !== undefined) {
    truncateSync(path, goodBytes)
    warn(`${path}: the last line was damaged and is dropped; what it measured is measured again`)
  }
  if (open) {
    const descriptor = openSync(path, 'a')
    writeSync(descriptor, '\n')
    closeSync(descriptor)
  }
  return lines
}
