import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  generateCodec,
  InterpretedCodec,
  ReadArena,
  SPAN_WORDS,
  WriteBuffer,
  type Codec,
} from '../../src/codec/index.ts'
import { anyEntityArbitrary, everything, everythingArbitrary } from './everything.ts'
import { resolve } from './resolve.ts'

const numRuns = Number(process.env.FC_RUNS ?? 2000)

function encodeAll(codec: Codec, objects: readonly unknown[]): WriteBuffer {
  const buffer = new WriteBuffer()
  codec.encodeMany(objects, buffer)
  return buffer
}

function decodeAll(codec: Codec, buffer: WriteBuffer): unknown[] {
  const offsets = Uint32Array.from(
    { length: buffer.count },
    (_, i) => buffer.spans[i * SPAN_WORDS]!,
  )
  return codec.decodeMany(new ReadArena(buffer.buffer), offsets, buffer.count)
}

function firstObject(buffer: WriteBuffer): Uint8Array {
  return buffer.bytes.subarray(0, buffer.spans[1])
}

/** What each codec reads of what each has written. */
function roundTrips(generated: Codec, interpreted: Codec, inputs: readonly unknown[]): unknown[][] {
  return [generated, interpreted].flatMap((writer) => {
    const buffer = encodeAll(writer, inputs)
    return [generated, interpreted].map((reader) => decodeAll(reader, buffer))
  })
}

test('both codecs read objects of any entity as either has written them', () => {
  fc.assert(
    fc.property(anyEntityArbitrary, ({ schema, objects }) => {
      const entity = resolve(schema)
      const inputs = objects.map(({ input }) => input)
      const expected = objects.map(({ output }) => output)
      const read = roundTrips(generateCodec(entity), new InterpretedCodec(entity), inputs)
      expect(read).toEqual([expected, expected, expected, expected])
    }),
    { numRuns },
  )
}, 3_600_000)

const resolved = resolve(everything.schema)
const generated = generateCodec(resolved)
const interpreted = new InterpretedCodec(resolved)

test('both codecs read an entity with every kind of property as either has written it', () => {
  fc.assert(
    fc.property(everythingArbitrary, ({ input, output }) => {
      const read = roundTrips(generated, interpreted, [input])
      expect(read).toEqual([[output], [output], [output], [output]])
    }),
    { numRuns: numRuns / 20 },
  )
}, 3_600_000)

test('what was read is written as the same bytes again', () => {
  fc.assert(
    fc.property(everythingArbitrary, ({ input }) => {
      const once = encodeAll(generated, [input])
      const again = encodeAll(generated, decodeAll(generated, once))
      expect(firstObject(again)).toEqual(firstObject(once))
    }),
    { numRuns: numRuns / 20 },
  )
}, 3_600_000)

test('the span of an object names its place, its size and where its id is', () => {
  for (const codec of [generated, interpreted]) {
    fc.assert(
      fc.property(fc.maxSafeNat(), everythingArbitrary, (id, { input }) => {
        const buffer = encodeAll(codec, [input, { ...input, id }])
        expect([buffer.idAt(0), buffer.idAt(1)]).toEqual([input.id ?? 0, id])
        expect([buffer.spans[0], buffer.spans[1]! % 4, buffer.spans[3]! % 8]).toEqual([0, 0, 0])
        expect([buffer.spans[2]! % 8, buffer.spans[5]! % 8]).toEqual([0, 0])
      }),
      { numRuns: 50 },
    )
  }
})
