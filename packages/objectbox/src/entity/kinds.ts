import { PropertyFlag, PropertyType, type PropertyKind } from './schema.ts'

interface KindFacts {
  readonly type: PropertyType
  readonly flags: number
  /** Whether the library accepts a value index on it. */
  readonly indexable: boolean
  /** Smallest and largest value of an integer that is a JavaScript number. */
  readonly range?: readonly [number, number]
  /** The same of a 64-bit integer. */
  readonly range64?: readonly [bigint, bigint]
}

const MIN_INT64 = -(2n ** 63n)
const MAX_INT64 = 2n ** 63n - 1n
const MAX_UINT64 = 2n ** 64n - 1n

function kind(type: PropertyType, facts: Partial<Omit<KindFacts, 'type'>> = {}): KindFacts {
  return { type, flags: 0, indexable: false, ...facts }
}

function signed(type: PropertyType, bits: number): KindFacts {
  return kind(type, { indexable: true, range: [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] })
}

function unsigned(type: PropertyType, bits: number): KindFacts {
  return kind(type, { indexable: true, flags: PropertyFlag.unsigned, range: [0, 2 ** bits - 1] })
}

/** What the stored types allow, per kind of property. */
export const kindFacts: Readonly<Record<PropertyKind, KindFacts>> = {
  id: kind(PropertyType.long, { flags: PropertyFlag.id, range64: [0n, MAX_UINT64] }),
  bool: kind(PropertyType.bool, { indexable: true }),
  int8: signed(PropertyType.byte, 8),
  int16: signed(PropertyType.short, 16),
  int32: signed(PropertyType.int, 32),
  int64: kind(PropertyType.long, { indexable: true, range64: [MIN_INT64, MAX_INT64] }),
  uint8: unsigned(PropertyType.byte, 8),
  uint16: unsigned(PropertyType.short, 16),
  uint32: unsigned(PropertyType.int, 32),
  uint64: kind(PropertyType.long, {
    indexable: true,
    flags: PropertyFlag.unsigned,
    range64: [0n, MAX_UINT64],
  }),
  float: kind(PropertyType.float),
  double: kind(PropertyType.double),
  string: kind(PropertyType.string, { indexable: true }),
  date: kind(PropertyType.date, { indexable: true, range64: [MIN_INT64, MAX_INT64] }),
  dateNano: kind(PropertyType.dateNano, { indexable: true, range64: [MIN_INT64, MAX_INT64] }),
  // The other languages' bindings index a to-one without its zeros.
  toOne: kind(PropertyType.relation, {
    flags: PropertyFlag.indexed | PropertyFlag.indexPartialSkipZero,
    range64: [0n, MAX_UINT64],
  }),
  flex: kind(PropertyType.flex),
  bytes: kind(PropertyType.byteVector),
  boolVector: kind(PropertyType.boolVector),
  int8Vector: kind(PropertyType.byteVector),
  int16Vector: kind(PropertyType.shortVector),
  int32Vector: kind(PropertyType.intVector),
  int64Vector: kind(PropertyType.longVector),
  uint16Vector: kind(PropertyType.shortVector, { flags: PropertyFlag.unsigned }),
  uint32Vector: kind(PropertyType.intVector, { flags: PropertyFlag.unsigned }),
  uint64Vector: kind(PropertyType.longVector, { flags: PropertyFlag.unsigned }),
  floatVector: kind(PropertyType.floatVector),
  doubleVector: kind(PropertyType.doubleVector),
  stringVector: kind(PropertyType.stringVector),
  dateVector: kind(PropertyType.dateVector),
  dateNanoVector: kind(PropertyType.dateNanoVector),
}

/** The elements of a vector, in memory as they are stored. */
export type StoredVector = ArrayBufferView & { readonly length: number }

interface VectorConstructor {
  readonly name: string
  readonly BYTES_PER_ELEMENT: number
  new (elements: ArrayBufferLike): StoredVector
  from(list: ArrayLike<unknown>): StoredVector
}

export type TypedVectorKind =
  | 'bytes'
  | 'int8Vector'
  | 'int16Vector'
  | 'int32Vector'
  | 'int64Vector'
  | 'uint16Vector'
  | 'uint32Vector'
  | 'uint64Vector'
  | 'floatVector'
  | 'doubleVector'
  | 'dateNanoVector'

/** Typed arrays that hold a vector as it is stored. */
export const vectorArrays: Readonly<Record<TypedVectorKind, VectorConstructor>> = {
  bytes: Uint8Array,
  int8Vector: Int8Array,
  int16Vector: Int16Array,
  int32Vector: Int32Array,
  int64Vector: BigInt64Array,
  uint16Vector: Uint16Array,
  uint32Vector: Uint32Array,
  uint64Vector: BigUint64Array,
  floatVector: Float32Array,
  doubleVector: Float64Array,
  dateNanoVector: BigInt64Array,
}

export function isTypedVector(kindOfProperty: PropertyKind): kindOfProperty is TypedVectorKind {
  return kindOfProperty in vectorArrays
}
