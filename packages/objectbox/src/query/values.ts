import { kindFacts } from '../entity/kinds.ts'
import type { PropertySchema } from '../entity/schema.ts'

const NANOSECONDS_PER_MILLISECOND = 1_000_000n

/** A value of an integer or date property as the 64 bits the library compares. */
export function toInt64(property: PropertySchema, value: unknown): bigint {
  if (property.kind === 'bool') return toBit(property, value)
  if (typeof value === 'bigint') return inRange(property, value)
  if (typeof value === 'number' && Number.isSafeInteger(value)) {
    return inRange(property, BigInt(value))
  }
  if (value instanceof Date && isDate(property) && !Number.isNaN(value.getTime())) {
    const milliseconds = BigInt(value.getTime())
    return property.kind === 'dateNano' ? milliseconds * NANOSECONDS_PER_MILLISECOND : milliseconds
  }
  const accepted = isDate(property) ? 'a valid Date, a whole number or a bigint' : 'a whole number'
  throw wrongValue(property, value, `${accepted} (a bigint beyond 2^53 - 1)`)
}

export function toDouble(property: PropertySchema, value: unknown): number {
  if (typeof value === 'number') return value
  throw wrongValue(property, value, 'a number')
}

/** The library takes C strings: a NUL would end the value early and match other objects. */
export function toText(property: PropertySchema, value: unknown): string {
  if (typeof value !== 'string') throw wrongValue(property, value, 'a string')
  if (value.includes('\0')) throw wrongValue(property, value, 'a string without NUL')
  return value
}

export function toBytes(property: PropertySchema, value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw wrongValue(property, value, 'a Uint8Array')
}

/** A query vector: the library answers NaN with an unrelated error and accepts one that is too short. */
export function toVector(property: PropertySchema, value: unknown): Float32Array {
  const isVector = value instanceof Float32Array || Array.isArray(value)
  if (!isVector) throw wrongValue(property, value, 'a Float32Array or an array of numbers')
  const vector = value instanceof Float32Array ? value : Float32Array.from(value)
  const dimensions = property.hnsw?.dimensions ?? 0
  if (vector.length < dimensions) {
    throw new RangeError(
      `${property.name} is indexed by ${dimensions} dimensions, and the query vector has ${vector.length}`,
    )
  }
  if (!vector.every(Number.isFinite))
    throw wrongValue(property, value, 'a vector of finite numbers')
  return vector
}

export function toList<Item>(
  property: PropertySchema,
  value: unknown,
  convert: (property: PropertySchema, item: unknown) => Item,
): Item[] {
  if (!Array.isArray(value)) throw wrongValue(property, value, 'an array')
  return value.map((item) => convert(property, item))
}

export function toCount(value: number, name: string): number {
  if (Number.isSafeInteger(value) && value >= 0 && value <= 0xff_ff_ff_ff) return value
  throw new RangeError(`${name} must be a whole number from 0 to 2^32 - 1, not ${value}`)
}

/** The library would take any number but 0 for true. */
function toBit(property: PropertySchema, value: unknown): bigint {
  if (typeof value === 'boolean') return value ? 1n : 0n
  throw wrongValue(property, value, 'a boolean')
}

function isDate({ kind }: PropertySchema): boolean {
  return kind === 'date' || kind === 'dateNano'
}

function isUnsigned({ kind }: PropertySchema): boolean {
  return kind === 'uint64' || kind === 'id' || kind === 'toOne'
}

/** The library answers a value that the property cannot hold with an error about overflow. */
function inRange(property: PropertySchema, value: bigint): bigint {
  const { range } = kindFacts[property.kind]
  if (range !== undefined && (value < range[0] || value > range[1])) {
    throw new RangeError(
      `${value} is beyond the ${range[0]} to ${range[1]} of ${property.name} (${property.kind})`,
    )
  }
  const converted = BigInt.asIntN(64, value)
  if (isUnsigned(property) ? BigInt.asUintN(64, converted) === value : converted === value) {
    return converted
  }
  throw new RangeError(`${value} is beyond the 64 bits of ${property.name}`)
}

function wrongValue(property: PropertySchema, value: unknown, expected: string): TypeError {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return new TypeError(
    `a value for ${property.name} must be ${expected}, not ${shown.slice(0, 40)} (${typeof value})`,
  )
}
