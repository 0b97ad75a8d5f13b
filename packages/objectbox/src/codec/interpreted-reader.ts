/* oxlint-disable no-underscore-dangle -- the library's methods for generated code are its only way to a field */
import { ByteBuffer, Encoding } from 'flatbuffers'
import { isTypedVector, vectorArrays } from '../entity/kinds.ts'
import type { PropertySchema } from '../entity/schema.ts'
import type { ReadArena } from './read-arena.ts'
import { readFlex, type CodecSupport } from './runtime.ts'

/** Reads one field of the table at `table`; `field` is its offset there, 0 where it is absent. */
export function readField(
  support: CodecSupport,
  arena: ReadArena,
  index: number,
  schema: PropertySchema,
  table: number,
  field: number,
): unknown {
  if (field === 0) return schema.nullable ? null : support.absent(index)
  const buffer = new ByteBuffer(arena.bytes)
  const at = table + field
  switch (schema.kind) {
    case 'bool':
      return buffer.readInt8(at) !== 0
    case 'int8':
      return buffer.readInt8(at)
    case 'uint8':
      return buffer.readUint8(at)
    case 'int16':
      return buffer.readInt16(at)
    case 'uint16':
      return buffer.readUint16(at)
    case 'int32':
      return buffer.readInt32(at)
    case 'uint32':
      return buffer.readUint32(at)
    case 'float':
      return buffer.readFloat32(at)
    case 'double':
      return buffer.readFloat64(at)
    case 'string':
      return readString(buffer, at)
    case 'flex':
      return readFlex(arena.bytes, arena.view, at)
    default:
      return schema.kind === 'bytes' || schema.kind.endsWith('Vector')
        ? readElements(buffer, schema, at)
        : readWide(support, buffer, index, schema, at)
  }
}

function readWide(
  support: CodecSupport,
  buffer: ByteBuffer,
  index: number,
  schema: PropertySchema,
  at: number,
): unknown {
  const { kind, form } = schema
  const isUnsigned = kind === 'uint64' || kind === 'id' || kind === 'toOne'
  const stored = isUnsigned ? buffer.readUint64(at) : buffer.readInt64(at)
  if (form === 'bigint') return stored
  const number = Number(stored)
  if (!Number.isSafeInteger(number)) support.failUnsafe(index, stored)
  if (kind === 'toOne') return number === 0 ? null : number
  return kind === 'date' && form === 'default' ? new Date(number) : number
}

function readString(buffer: ByteBuffer, at: number): string {
  return Buffer.from(buffer.__string(at, Encoding.UTF8_BYTES) ?? '').toString('utf8')
}

function readElements(buffer: ByteBuffer, schema: PropertySchema, at: number): unknown {
  const from = buffer.__vector(at)
  const indexes = Array.from({ length: buffer.__vector_len(at) }, (_, i) => i)
  switch (schema.kind) {
    case 'stringVector':
      return indexes.map((i) => readString(buffer, from + i * 4))
    case 'boolVector':
      return indexes.map((i) => buffer.readInt8(from + i) !== 0)
    case 'dateVector':
      return indexes.map((i) => new Date(Number(buffer.readInt64(from + i * 8))))
    default:
      if (!isTypedVector(schema.kind)) throw new TypeError(`${schema.kind} is no vector`)
      return vectorArrays[schema.kind].from(
        indexes.map((i) => readElement(buffer, schema, from, i)),
      )
  }
}

function readElement(
  buffer: ByteBuffer,
  schema: PropertySchema,
  from: number,
  i: number,
): number | bigint {
  switch (schema.kind) {
    case 'bytes':
    case 'int8Vector':
      return buffer.readInt8(from + i)
    case 'int16Vector':
    case 'uint16Vector':
      return buffer.readInt16(from + i * 2)
    case 'int32Vector':
    case 'uint32Vector':
      return buffer.readInt32(from + i * 4)
    case 'floatVector':
      return buffer.readFloat32(from + i * 4)
    case 'doubleVector':
      return buffer.readFloat64(from + i * 8)
    default:
      return buffer.readInt64(from + i * 8)
  }
}
