/* oxlint-disable typescript/no-unsafe-type-assertion -- values are checked by kind, which types cannot follow */
import { types } from 'node:util'
import { isTypedVector, vectorArrays, type StoredVector } from '../entity/kinds.ts'
import type { EntitySchema, PropertyKind, PropertySchema } from '../entity/schema.ts'
import { describeValue, invalidValue, isTypedArrayNamed } from '../entity/value-check.ts'
import { decodeFlex } from './flex-reader.ts'
import { encodeFlex } from './flex-writer.ts'
import { MISSING } from './read-arena.ts'
import { readText, textBytes, writeText } from './text.ts'
import {
  datesToVector,
  readBoolVector,
  readDateVector,
  readStringVector,
  readVector,
  stringVectorBytes,
  vectorBytes,
  vectorEnd,
  writeStringVector,
  writeVector,
} from './vectors.ts'

/** What both codecs of an entity share: value checks with their messages, and defaults. */
export class CodecSupport {
  readonly #schema: EntitySchema

  constructor(schema: EntitySchema) {
    this.#schema = schema
  }

  /** Throws the error for a value that the property at `index` cannot hold. */
  readonly fail = (index: number, value: unknown): never => {
    const property = this.#schema.properties[index]!
    throw (
      invalidValue(this.#schema.name, property, value) ??
      new TypeError(
        `${this.#schema.name}.${property.name} cannot be stored: ${describeValue(value)}`,
      )
    )
  }

  readonly check = (index: number, value: unknown): void => {
    if (invalidValue(this.#schema.name, this.#schema.properties[index]!, value)) {
      this.fail(index, value)
    }
  }

  readonly failObject = (object: unknown): never => {
    throw new TypeError(`${this.#schema.name}: ${describeValue(object)} is not an object`)
  }

  /** The same error with the position in the list of objects. */
  readonly failAt = (position: number, error: unknown): never => {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    const message = `object ${position} of the list: ${error.message}`
    throw error instanceof RangeError
      ? new RangeError(message, { cause: error })
      : new TypeError(message, { cause: error })
  }

  readonly failUnsafe = (index: number, value: bigint): never => {
    const { name, kind } = this.#schema.properties[index]!
    const advice = kind.endsWith('int64') ? `; define it with ${kind}({ as: 'bigint' })` : ''
    throw new RangeError(
      `${this.#schema.name}.${name}: stored is ${value}, beyond 2^53 - 1, where numbers are no longer exact${advice}`,
    )
  }

  /** Milliseconds of a Date that may come from another realm. */
  readonly milliseconds = (index: number, value: unknown): number =>
    types.isDate(value) && !Number.isNaN(value.getTime())
      ? value.getTime()
      : this.fail(index, value)

  /** The vector, checked, as the typed array it is stored as. */
  readonly toVector = (index: number, value: unknown): StoredVector => {
    this.check(index, value)
    return storedVector(this.#schema.properties[index]!.kind, value)
  }

  readonly toStrings = (index: number, value: unknown): readonly string[] => {
    this.check(index, value)
    return value as readonly string[]
  }

  readonly toFlex = (index: number, value: unknown): Uint8Array => {
    if (value === undefined) this.fail(index, value)
    try {
      return encodeFlex(value)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      const { name } = this.#schema.properties[index]!
      throw new TypeError(`${this.#schema.name}.${name}: ${error.message}`, { cause: error })
    }
  }

  /** What a non-nullable property reads where the stored object lacks it. */
  readonly absent = (index: number): unknown => absentValue(this.#schema.properties[index]!)

  /** A stored 64-bit integer as a number. */
  readonly safeNumber = (view: DataView, at: number, index: number): number => {
    const value = view.getInt32(at + 4, true) * 4_294_967_296 + view.getUint32(at, true)
    if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER) {
      this.failUnsafe(index, view.getBigInt64(at, true))
    }
    return value
  }

  readonly safeUnsigned = (view: DataView, at: number, index: number): number => {
    const value = view.getUint32(at + 4, true) * 4_294_967_296 + view.getUint32(at, true)
    if (value > Number.MAX_SAFE_INTEGER) this.failUnsafe(index, view.getBigUint64(at, true))
    return value
  }
}

/** The names that generated code may use. */
export function generatedCodeScope(schema: EntitySchema) {
  const support = new CodecSupport(schema)
  return {
    // oxlint-disable-next-line typescript/no-misused-spread -- its methods are bound fields
    ...support,
    MISSING,
    textBytes,
    writeText,
    readText,
    vectorBytes,
    vectorEnd,
    writeVector,
    stringVectorBytes,
    writeStringVector,
    readStringVector,
    readBoolVector,
    readDateVector,
    readVector,
    readFlex,
  }
}

/** Reads a flex value by the position of the offset that points at it. */
export function readFlex(bytes: Buffer, view: DataView, at: number): unknown {
  const position = at + view.getUint32(at, true)
  return decodeFlex(bytes, view, position + 4, view.getUint32(position, true))
}

/** The typed array that a checked vector value is stored as. */
function storedVector(kind: PropertyKind, value: unknown): StoredVector {
  if (kind === 'boolVector') return Uint8Array.from(value as boolean[], Number)
  if (kind === 'dateVector') return datesToVector(value as Date[])
  if (!isTypedVector(kind)) throw new TypeError(`${kind} is no vector`)
  const array = vectorArrays[kind]
  return isTypedArrayNamed(value, array.name) ? value : array.from(value as unknown[])
}

const zeros = {
  bool: false,
  string: '',
  flex: null,
} as const

function absentValue(property: PropertySchema): unknown {
  const { kind, form, defaultValue } = property
  if (defaultValue !== undefined) return fresh(property, defaultValue)
  if (kind === 'date') return form === 'number' ? 0 : new Date(0)
  if (kind in zeros) return zeros[kind as keyof typeof zeros]
  if (isTypedVector(kind)) return new vectorArrays[kind](new ArrayBuffer(0))
  if (kind.endsWith('Vector')) return []
  return form === 'bigint' ? 0n : 0
}

/** Defaults that could be changed in place are copied for each object, vectors into their typed array. */
function fresh(property: PropertySchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!isTypedVector(property.kind)) return structuredClone(value)
  return vectorArrays[property.kind].from(value as ArrayLike<unknown>)
}
