import { types } from 'node:util'
import { kindFacts, isTypedVector, vectorArrays, type TypedVectorKind } from './kinds.ts'
import type { HnswOptions, PropertyKind, PropertySchema } from './schema.ts'

type CheckedProperty = Pick<PropertySchema, 'name' | 'kind' | 'form' | 'nullable' | 'hnsw'>

/**
 * The error for a value that the property cannot hold, or undefined for one it can. The slow path
 * of both codecs: they test values inline and come here only for the message.
 */
export function invalidValue(
  entityName: string,
  property: CheckedProperty,
  value: unknown,
): TypeError | RangeError | undefined {
  const where = `${entityName}.${property.name}`
  if (value === undefined) return new TypeError(`${where} is missing`)
  if (value === null) {
    return property.nullable ? undefined : new TypeError(`${where} is null, but not nullable()`)
  }
  const problem = problemOf(property, value)
  if (problem === undefined) return undefined
  const message = `${where}: ${describeValue(value)} ${problem.text}`
  return problem.range ? new RangeError(message) : new TypeError(message)
}

interface Problem {
  readonly range: boolean
  readonly text: string
}

const wrongType = (expected: string): Problem => ({ range: false, text: `is not ${expected}` })
const outOfRange = (text: string): Problem => ({ range: true, text })

function problemOf(property: CheckedProperty, value: unknown): Problem | undefined {
  const { kind } = property
  if (kind === 'boolVector' || kind === 'stringVector' || kind === 'dateVector') {
    return listProblem(kind, value)
  }
  if (isTypedVector(kind)) return vectorProblem(kind, property.hnsw, value)
  return scalarProblem(kind, property.form, value)
}

function scalarProblem(
  kind: PropertyKind,
  form: PropertySchema['form'],
  value: unknown,
): Problem | undefined {
  switch (kind) {
    case 'bool':
      return typeof value === 'boolean' ? undefined : wrongType('a boolean')
    case 'string':
      return typeof value === 'string' ? undefined : wrongType('a string')
    case 'float':
      return floatProblem(value)
    case 'double':
      return typeof value === 'number' ? undefined : wrongType('a number')
    case 'flex':
      return undefined
    case 'date':
      return form === 'number' ? safeIntegerProblem(kind, value) : dateProblem(value)
    default:
      return integerProblem(kind, form, value)
  }
}

function floatProblem(value: unknown): Problem | undefined {
  if (typeof value !== 'number') return wrongType('a number')
  const fits = !Number.isFinite(value) || Number.isFinite(Math.fround(value))
  return fits ? undefined : outOfRange('is out of range for float (up to 3.4e38); use double()')
}

function dateProblem(value: unknown): Problem | undefined {
  if (!types.isDate(value)) return wrongType('a Date')
  return Number.isNaN(value.getTime()) ? outOfRange('is an invalid Date') : undefined
}

function integerProblem(
  kind: PropertyKind,
  form: PropertySchema['form'],
  value: unknown,
): Problem | undefined {
  const { range, range64 } = kindFacts[kind]
  if (range64) {
    return form === 'bigint'
      ? bigintProblem(kind, range64, value)
      : safeIntegerProblem(kind, value, range64[0] === 0n)
  }
  if (typeof value !== 'number') return wrongType(`a number (${kind})`)
  if (!Number.isInteger(value)) return wrongType(`an integer (${kind})`)
  const [least, most] = range!
  const fits = value >= least && value <= most
  return fits ? undefined : outOfRange(`is out of range for ${kind} (${least} to ${most})`)
}

function bigintProblem(
  kind: PropertyKind,
  [least, most]: readonly [bigint, bigint],
  value: unknown,
): Problem | undefined {
  if (typeof value !== 'bigint') return wrongType(`a bigint (${kind})`)
  const fits = value >= least && value <= most
  return fits ? undefined : outOfRange(`is out of range for ${kind} (${least} to ${most})`)
}

function safeIntegerProblem(
  kind: PropertyKind,
  value: unknown,
  isUnsigned = false,
): Problem | undefined {
  if (typeof value !== 'number') return wrongType(`a number (${kind})`)
  if (!Number.isInteger(value)) return wrongType(`an integer (${kind})`)
  if (isUnsigned && value < 0) return outOfRange(`is negative, ${kind} starts at 0`)
  if (Number.isSafeInteger(value)) return undefined
  const advice = kind.endsWith('int64') ? `; define it with ${kind}({ as: 'bigint' })` : ''
  return outOfRange(`is beyond 2^53 - 1, where numbers are no longer exact${advice}`)
}

const listElements = {
  boolVector: { kind: 'bool', plural: 'booleans' },
  stringVector: { kind: 'string', plural: 'strings' },
  dateVector: { kind: 'date', plural: 'Dates' },
} as const

function listProblem(kind: keyof typeof listElements, value: unknown): Problem | undefined {
  const element = listElements[kind]
  if (!Array.isArray(value)) return wrongType(`an array of ${element.plural}`)
  return elementProblem(value, (item) => scalarProblem(element.kind, 'default', item))
}

/** How one element of a plain array is checked. */
const vectorElements: Readonly<Record<TypedVectorKind, (item: unknown) => Problem | undefined>> = {
  bytes: (item) => integerProblem('uint8', 'default', item),
  int8Vector: (item) => integerProblem('int8', 'default', item),
  int16Vector: (item) => integerProblem('int16', 'default', item),
  int32Vector: (item) => integerProblem('int32', 'default', item),
  int64Vector: (item) => integerProblem('int64', 'bigint', item),
  uint16Vector: (item) => integerProblem('uint16', 'default', item),
  uint32Vector: (item) => integerProblem('uint32', 'default', item),
  uint64Vector: (item) => integerProblem('uint64', 'bigint', item),
  floatVector: floatProblem,
  doubleVector: (item) => scalarProblem('double', 'default', item),
  dateNanoVector: (item) => integerProblem('dateNano', 'bigint', item),
}

function vectorProblem(
  kind: TypedVectorKind,
  hnsw: HnswOptions | undefined,
  value: unknown,
): Problem | undefined {
  const arrayName = vectorArrays[kind].name
  if (!isTypedArrayNamed(value, arrayName)) {
    if (kind === 'bytes') return wrongType('a Uint8Array')
    if (!Array.isArray(value)) return wrongType(`a ${arrayName} or a plain array`)
    const problem = elementProblem(value, vectorElements[kind])
    if (problem) return problem
  }
  return hnsw && hnswProblem(hnsw.dimensions, value)
}

function hnswProblem(dimensions: number, vector: ArrayLike<number>): Problem | undefined {
  if (vector.length < dimensions) {
    return outOfRange(`has ${vector.length} elements, its HNSW index needs ${dimensions}`)
  }
  for (let i = 0; i < vector.length; i++) {
    if (!Number.isFinite(vector[i])) {
      return outOfRange(`has ${vector[i]} at [${i}], which an HNSW index cannot hold`)
    }
  }
  return undefined
}

function elementProblem(
  list: readonly unknown[],
  check: (item: unknown) => Problem | undefined,
): Problem | undefined {
  for (let i = 0; i < list.length; i++) {
    const problem = list[i] === undefined ? wrongType('a value') : check(list[i])
    if (problem) {
      return {
        range: problem.range,
        text: `has at [${i}] ${describeValue(list[i])}, which ${problem.text}`,
      }
    }
  }
  return undefined
}

/** By name: arrays from another realm (a vm context, a test runner) are not `instanceof` ours. */
export function isTypedArrayNamed(
  value: unknown,
  name: string,
): value is ArrayBufferView & ArrayLike<number> {
  return ArrayBuffer.isView(value) && Reflect.get(value, Symbol.toStringTag) === name
}

const LONGEST_SHOWN = 40

/** A value in an error message: recognizable, and short whatever it is. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') {
    const shown = value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value
    return JSON.stringify(shown)
  }
  if (typeof value === 'bigint') return `${value}n`
  if (Object.is(value, -0)) return '-0'
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'object' || value === null) return String(value)
  if (types.isDate(value)) return 'the Date'
  if (Array.isArray(value)) return `the array of ${value.length}`
  return `the ${value.constructor?.name ?? 'object'}`
}
