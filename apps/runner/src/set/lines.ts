import { RowrateError } from '@rowrate/core'
import type { z } from 'zod'

export interface ReadLines<T> {
  readonly lines: readonly T[]
  /** Bytes up to the end of the last good line; what follows was not finished. */
  readonly goodBytes: number
  /** A last line that is damaged, as a process that was killed leaves one. */
  readonly damaged: string | undefined
  /** The last good line lacks its line feed. */
  readonly open: boolean
}

function parseLine<T>(line: string, schema: z.ZodType<T>): T | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(line))
    return parsed.success ? parsed.data : undefined
  } catch {
    // Not JSON: as damaged as JSON of another shape.
    return undefined
  }
}

/**
 * Reads JSON lines. Only the last may be damaged, and is left out; a damaged line before it throws RESULT_SET_INVALID.
 * `source` names the file in messages.
 */
export function readLines<T>(text: string, schema: z.ZodType<T>, source: string): ReadLines<T> {
  const texts = text.split('\n')
  const open = texts.at(-1) !== ''
  if (!open) texts.pop()
  const lines: T[] = []
  let goodBytes = 0
  for (const [index, line] of texts.entries()) {
    const value = parseLine(line, schema)
    const last = index === texts.length - 1
    if (value === undefined) {
      if (last) return { lines, goodBytes, damaged: line, open: false }
      throw new RowrateError(
        'RESULT_SET_INVALID',
        `${source}, line ${index + 1} is damaged; restore the file or start a new set`,
      )
    }
    lines.push(value)
    goodBytes += Buffer.byteLength(line) + (last && open ? 0 : 1)
  }
  return { lines, goodBytes, damaged: undefined, open }
}
