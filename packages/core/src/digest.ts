import { createHash } from 'node:crypto'

import { RowrateError } from './error.ts'
import type { Column, Json } from './model.ts'

/**
 * How values may be given. `entity`: typed, as the model says. `stored`: also as a database keeps them: a date as milliseconds
 * or ISO text, JSON as text, a decimal as a number.
 */
export type Form = 'entity' | 'stored'

/** Compact JSON with sorted keys. */
function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const object = value as Readonly<Record<string, Json>>
  const members = Object.keys(object)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key]!)}`)
  return `{${members.join(',')}}`
}

function canonicalDate(value: unknown, form: Form): string | undefined {
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? undefined : String(value.getTime())
  if (form === 'entity') return undefined
  if (typeof value === 'bigint' || Number.isInteger(value)) return String(value)
  if (typeof value !== 'string') return undefined
  // Without a zone, databases mean UTC.
  const text = /(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value.replace(' ', 'T')}Z`
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : String(time)
}

/** The shortest exact text: `2.20000000` is `2.2`, `10.` is `10`. */
function canonicalDecimal(value: unknown, form: Form): string | undefined {
  if (typeof value === 'number' && form === 'entity') return undefined
  const text = String(value)
  if (!/^-?\d+(\.\d*)?$/.test(text)) return undefined
  return text.includes('.') ? text.replace(/\.?0*$/, '') : text
}

function canonicalFloat(value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined
  const bits = Buffer.alloc(8)
  bits.writeDoubleBE(value)
  return bits.toString('hex')
}

function canonicalStructure(value: unknown, form: Form): string | undefined {
  if (typeof value !== 'string') return canonicalJson(value as Json)
  return form === 'stored' ? canonicalJson(JSON.parse(value) as Json) : undefined
}

function canonicalText(type: Column['type'], value: unknown, form: Form): string | undefined {
  switch (type) {
    case 'id':
    case 'int16':
    case 'int32':
    case 'int64':
    case 'reference':
      return typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : undefined
    case 'float64':
      return canonicalFloat(value)
    case 'datetime':
      return canonicalDate(value, form)
    case 'decimal':
      return canonicalDecimal(value, form)
    case 'json':
      return canonicalStructure(value, form)
    case 'char':
    case 'string':
    case 'text':
      return typeof value === 'string' ? value : undefined
  }
}

/**
 * One value in its canonical form: integers as decimal text, a float by its bits in hexadecimal, a date as milliseconds, a
 * decimal as its shortest exact text, JSON with sorted keys, text untouched; `<UTF-8 bytes>:<text>`, NULL as `-`.
 */
export function canonicalCell(column: Column, value: unknown, form: Form): string {
  if (value === null) return '-'
  const text = value === undefined ? undefined : canonicalText(column.type, value, form)
  if (text === undefined) {
    const shown =
      value instanceof Date ? 'an invalid date' : `${typeof value} ${JSON.stringify(value)}`
    throw new RowrateError(
      'RESULT_MISMATCH',
      `column ${column.name}: expected ${column.nullable ? 'null or ' : ''}${column.type}, got ${shown}`,
    )
  }
  return `${Buffer.byteLength(text)}:${text}`
}

export type ReadValue = (column: Column, index: number) => unknown

/** One row, its cells in the order of `columns`. */
export const canonicalRow = (columns: readonly Column[], read: ReadValue, form: Form): string =>
  columns.map((column, index) => canonicalCell(column, read(column, index), form)).join('')

/** SHA-256 of the lines, each followed by a line feed. Sort them first where order carries no meaning. */
export function digestOf(lines: readonly string[]): string {
  const hash = createHash('sha256')
  for (const line of lines) hash.update(`${line}\n`)
  return hash.digest('hex')
}

/** The first way in which two lists of lines differ, or undefined. */
export function firstDifference(
  actual: readonly string[],
  expected: readonly string[],
): string | undefined {
  const index = expected.findIndex((line, at) => line !== actual[at])
  if (index === -1 && actual.length === expected.length) return undefined
  const counts = `${actual.length} rows, expected ${expected.length}`
  const at = index === -1 ? expected.length : index
  const shown = (line: string | undefined) => (line === undefined ? 'nothing' : line.slice(0, 160))
  return `${counts}; first difference at ${at}: got ${shown(actual[at])}, expected ${shown(expected[at])}`
}
