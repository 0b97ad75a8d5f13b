/* oxlint-disable no-underscore-dangle -- the library's methods for generated code are its only way to a field */
import { Builder, ByteBuffer } from 'flatbuffers'
import type { ResolvedEntity, ResolvedProperty } from '../entity/schema.ts'
import { readField } from './interpreted-reader.ts'
import { addField, prepareField, type PreparedField } from './interpreted-writer.ts'
import { MISSING, type ReadArena } from './read-arena.ts'
import { CodecSupport } from './runtime.ts'
import type { Codec } from './types.ts'
import type { WriteBuffer } from './write-buffer.ts'

type Fields = Record<string, unknown>

/**
 * The codec through the flatbuffers library, field by field: what the generated one is tested
 * against, and what runs where code generation from strings is disallowed.
 */
export class InterpretedCodec implements Codec {
  readonly mode = 'interpreted'
  readonly textSlot = 0
  readonly #properties: readonly ResolvedProperty[]
  readonly #support: CodecSupport
  readonly #slotCount: number
  readonly #idSlot: number
  readonly #builder = new Builder(1024)

  constructor(entity: ResolvedEntity) {
    this.#properties = entity.properties
    this.#support = new CodecSupport(entity.schema)
    this.#slotCount = Math.max(...entity.properties.map(({ id }) => id))
    this.#idSlot = entity.properties.find(({ schema }) => schema.kind === 'id')!.id - 1
  }

  encode(object: unknown, target: WriteBuffer): void {
    if (typeof object !== 'object' || object === null) this.#support.failObject(object)
    const builder = this.#builder
    builder.clear()
    // Clearing switches it off: 0 and false would be stored as null.
    builder.forceDefaults(true)
    const prepared = this.#properties.map(({ schema }, index): PreparedField | null =>
      prepareField(builder, this.#support, index, schema, Reflect.get(Object(object), schema.name)),
    )
    builder.startObject(this.#slotCount)
    prepared.forEach((field, index) => {
      if (field !== null) addField(builder, this.#properties[index]!, field)
    })
    builder.finish(builder.endObject())
    this.#append(builder.asUint8Array(), target)
  }

  encodeMany(objects: readonly unknown[], target: WriteBuffer): void {
    for (let i = 0; i < objects.length; i++) {
      try {
        this.encode(objects[i], target)
      } catch (error) {
        this.#support.failAt(i, error)
      }
    }
  }

  decode(arena: ReadArena, offset: number): unknown {
    const buffer = new ByteBuffer(arena.bytes)
    const table = offset + buffer.readInt32(offset)
    const object: Fields = {}
    this.#properties.forEach((property, index) => {
      const field = buffer.__offset(table, 2 + 2 * property.id)
      object[property.name] = readField(this.#support, arena, index, property.schema, table, field)
    })
    return object
  }

  decodeMany(arena: ReadArena, offsets: Uint32Array, count: number): unknown[] {
    const objects: unknown[] = []
    for (let i = 0; i < count; i++) {
      const offset = offsets[i]!
      objects.push(offset === MISSING ? null : this.decode(arena, offset))
    }
    return objects
  }

  #append(encoded: Uint8Array, target: WriteBuffer): void {
    const start = target.end
    target.reserve(start, encoded.length + 8)
    target.bytes.set(encoded, start)
    const size = (encoded.length + 3) & ~3
    target.bytes.fill(0, start + encoded.length, start + size)
    const table = start + target.view.getUint32(start, true)
    const vtable = table - target.view.getInt32(table, true)
    target.finish(size, table + target.view.getUint16(vtable + 4 + 2 * this.#idSlot, true))
  }
}
