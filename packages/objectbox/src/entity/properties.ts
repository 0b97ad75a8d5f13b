import { Property } from './property.ts'
import type { PropertyKind, ValueForm } from './schema.ts'

function define<Value, Kind extends PropertyKind, Written = Value>(
  kind: Kind,
  form: ValueForm = 'default',
): Property<Value, Written, Kind, 'required'> {
  return new Property({ kind, form, nullable: false, assignable: false })
}

/**
 * The id of an object: a number from 1, given by the database when it is 0 or left out. With
 * `assignable` the application may choose ids itself.
 */
export function id(
  options: { readonly assignable?: boolean } = {},
): Property<number, number, 'id', 'optional'> {
  return new Property({
    kind: 'id',
    form: 'number',
    nullable: false,
    assignable: options.assignable ?? false,
  })
}

/** True or false. */
export const bool = () => define<boolean, 'bool'>('bool')
/** A whole number from -128 to 127; anything else is an error. */
export const int8 = () => define<number, 'int8'>('int8')
/** A whole number from -32,768 to 32,767; anything else is an error. */
export const int16 = () => define<number, 'int16'>('int16')
/** A whole number from -2^31 to 2^31 - 1; anything else is an error. */
export const int32 = () => define<number, 'int32'>('int32')
/** A whole number from 0 to 255; anything else is an error. */
export const uint8 = () => define<number, 'uint8'>('uint8')
/** A whole number from 0 to 65,535; anything else is an error. */
export const uint16 = () => define<number, 'uint16'>('uint16')
/** A whole number from 0 to 2^32 - 1; anything else is an error. */
export const uint32 = () => define<number, 'uint32'>('uint32')
/** 32-bit floating point: a number is rounded to the nearest; beyond its range is an error. */
export const float = () => define<number, 'float'>('float')
/** A 64-bit floating point number: any JavaScript number, NaN and -0 included. */
export const double = () => define<number, 'double'>('double')
/** Unicode text; a lone surrogate, which UTF-8 cannot hold, is stored as U+FFFD. */
export const string = () => define<string, 'string'>('string')
/** Nanoseconds since 1970 as a bigint. */
export const dateNano = () => define<bigint, 'dateNano'>('dateNano', 'bigint')
/** Bytes, read as a Uint8Array of its own memory. */
export const bytes = () => define<Uint8Array, 'bytes'>('bytes')

type Wide = { readonly as?: 'number' | 'bigint' }
type Form<Options extends Wide> = Options extends { readonly as: 'bigint' } ? bigint : number

/**
 * A 64-bit integer: by default a number, exact up to 2^53 - 1 and an error beyond (also when read);
 * `int64({ as: 'bigint' })` holds all values.
 */
export function int64<const Options extends Wide = object>(
  options?: Options,
): Property<Form<Options>, Form<Options>, 'int64', 'required'> {
  return define('int64', options?.as ?? 'number')
}

/** Like `int64`, from 0 to 2^64 - 1. */
export function uint64<const Options extends Wide = object>(
  options?: Options,
): Property<Form<Options>, Form<Options>, 'uint64', 'required'> {
  return define('uint64', options?.as ?? 'number')
}

type Calendar = { readonly as?: 'date' | 'number' }
type Moment<Options extends Calendar> = Options extends { readonly as: 'number' } ? number : Date

/** A moment in milliseconds since 1970 (UTC): a Date, or a number with `date({ as: 'number' })`. */
export function date<const Options extends Calendar = object>(
  options?: Options,
): Property<Moment<Options>, Moment<Options>, 'date', 'required'> {
  return define('date', options?.as === 'number' ? 'number' : 'default')
}

/** Any JSON value (and bigints), stored as a FlexBuffer that the other languages can read. */
export const flex = <Value = FlexValue>() => define<Value, 'flex'>('flex')

/** What a flex property holds; bigints come back as numbers where those are exact. */
export type FlexValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly FlexValue[]
  | { readonly [key: string]: FlexValue }

type Numbers<TypedArray> = TypedArray | readonly number[]
type Bigints<TypedArray> = TypedArray | readonly bigint[]

/** A list of booleans. */
export const boolVector = () => define<boolean[], 'boolVector', readonly boolean[]>('boolVector')
/** A vector of 8-bit integers. Read as a typed array of its own memory; `put` takes plain arrays too. */
export const int8Vector = () => define<Int8Array, 'int8Vector', Numbers<Int8Array>>('int8Vector')
/** A vector of 16-bit integers. Read as a typed array of its own memory; `put` takes plain arrays too. */
export const int16Vector = () =>
  define<Int16Array, 'int16Vector', Numbers<Int16Array>>('int16Vector')
/** A vector of 32-bit integers. Read as a typed array of its own memory; `put` takes plain arrays too. */
export const int32Vector = () =>
  define<Int32Array, 'int32Vector', Numbers<Int32Array>>('int32Vector')
/** A vector of 64-bit integers, as bigints. Read as a typed array of its own memory; `put` takes plain arrays too. */
export const int64Vector = () =>
  define<BigInt64Array, 'int64Vector', Bigints<BigInt64Array>>('int64Vector')
/** A vector of unsigned 16-bit integers. Read as a typed array of its own memory; `put` takes plain arrays too. */
export const uint16Vector = () =>
  define<Uint16Array, 'uint16Vector', Numbers<Uint16Array>>('uint16Vector')
/** A vector of unsigned 32-bit integers. Read as a typed array of its own memory; `put` takes plain arrays too. */
export const uint32Vector = () =>
  define<Uint32Array, 'uint32Vector', Numbers<Uint32Array>>('uint32Vector')
/** A vector of unsigned 64-bit integers, as bigints. Read as a typed array of its own memory; `put` takes plain arrays too. */
export const uint64Vector = () =>
  define<BigUint64Array, 'uint64Vector', Bigints<BigUint64Array>>('uint64Vector')
/** A vector of 32-bit floating point numbers; the one that `hnsw` makes searchable by nearness. Read as a typed array of its own memory; `put` takes plain arrays too. */
export const floatVector = () =>
  define<Float32Array, 'floatVector', Numbers<Float32Array>>('floatVector')
/** A vector of 64-bit floating point numbers. Read as a typed array of its own memory; `put` takes plain arrays too. */
export const doubleVector = () =>
  define<Float64Array, 'doubleVector', Numbers<Float64Array>>('doubleVector')
/** A list of texts. */
export const stringVector = () =>
  define<string[], 'stringVector', readonly string[]>('stringVector')
/** A list of moments in milliseconds, as Dates. */
export const dateVector = () => define<Date[], 'dateVector', readonly Date[]>('dateVector')
/** A vector of nanoseconds since 1970, as bigints. Read as a typed array of its own memory; `put` takes plain arrays too. */
export const dateNanoVector = () =>
  define<BigInt64Array, 'dateNanoVector', Bigints<BigInt64Array>>('dateNanoVector')
