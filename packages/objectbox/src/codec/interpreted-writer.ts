/* oxlint-disable typescript/no-unsafe-type-assertion -- values are checked by kind, which types cannot follow */
import type { Builder, Offset } from 'flatbuffers'
import type { PropertySchema, ResolvedProperty } from '../entity/schema.ts'
import type { StoredVector } from '../entity/kinds.ts'
import type { CodecSupport } from './runtime.ts'

/** A checked value as its field holds it: a number or bigint, or the offset of what was written before. */
export type PreparedField = { readonly value: number | bigint } | { readonly offset: Offset }

/** Checks a value and writes what lies outside the table; null for a value that is stored as absent. */
export function prepareField(
  builder: Builder,
  support: CodecSupport,
  index: number,
  schema: PropertySchema,
  given: unknown,
): PreparedField | null {
  if (schema.kind === 'id' || schema.kind === 'toOne') {
    return { value: idValue(support, index, given) }
  }
  const value =
    given === undefined && schema.defaultValue !== undefined ? support.absent(index) : given
  if (schema.nullable && (value === undefined || value === null)) return null
  switch (schema.kind) {
    case 'flex':
      return { offset: writeBytes(builder, support.toFlex(index, value)) }
    case 'stringVector':
      return { offset: writeStrings(builder, support.toStrings(index, value)) }
    default:
      if (schema.kind === 'bytes' || schema.kind.endsWith('Vector')) {
        return { offset: writeElements(builder, schema, support.toVector(index, value)) }
      }
      support.check(index, value)
      if (typeof value === 'string') return { offset: builder.createString(value) }
      return { value: scalarValue(value) }
  }
}

/** Adds a prepared value to the table that is being built. */
export function addField(builder: Builder, property: ResolvedProperty, field: PreparedField): void {
  const slot = property.id - 1
  if ('offset' in field) {
    builder.addFieldOffset(slot, field.offset, 0)
    return
  }
  const number = Number(field.value)
  switch (property.schema.kind) {
    case 'bool':
    case 'int8':
    case 'uint8':
      builder.addFieldInt8(slot, number, 0)
      return
    case 'int16':
    case 'uint16':
      builder.addFieldInt16(slot, number, 0)
      return
    case 'int32':
    case 'uint32':
      builder.addFieldInt32(slot, number, 0)
      return
    case 'float':
      builder.addFieldFloat32(slot, number, 0)
      return
    case 'double':
      builder.addFieldFloat64(slot, number, 0)
      return
    default:
      builder.addFieldInt64(slot, BigInt.asIntN(64, BigInt(field.value)), 0n)
  }
}

function idValue(support: CodecSupport, index: number, given: unknown): number {
  if (given === undefined || given === null) return 0
  support.check(index, given)
  return given as number
}

function scalarValue(value: unknown): number | bigint {
  if (value instanceof Object) return Number(value)
  return typeof value === 'bigint' ? value : Number(value)
}

function writeBytes(builder: Builder, bytes: Uint8Array): Offset {
  builder.startVector(1, bytes.length, 1)
  for (let i = bytes.length - 1; i >= 0; i--) builder.addInt8(bytes[i]!)
  return builder.endVector()
}

function writeStrings(builder: Builder, list: readonly string[]): Offset {
  const offsets = list.map((text) => builder.createString(text))
  builder.startVector(4, offsets.length, 4)
  for (const offset of offsets.toReversed()) builder.addOffset(offset)
  return builder.endVector()
}

function writeElements(builder: Builder, schema: PropertySchema, vector: StoredVector): Offset {
  const width = vector.length === 0 ? 1 : vector.byteLength / vector.length
  builder.startVector(width, vector.length, width)
  const elements = Array.from(vector as unknown as ArrayLike<number | bigint>)
  for (const element of elements.toReversed()) addElement(builder, schema, width, element)
  return builder.endVector()
}

function addElement(
  builder: Builder,
  schema: PropertySchema,
  width: number,
  element: number | bigint,
): void {
  if (schema.kind === 'floatVector') builder.addFloat32(Number(element))
  else if (schema.kind === 'doubleVector') builder.addFloat64(Number(element))
  else if (width === 8) builder.addInt64(BigInt(element))
  else if (width === 4) builder.addInt32(Number(element))
  else if (width === 2) builder.addInt16(Number(element))
  else builder.addInt8(Number(element))
}
