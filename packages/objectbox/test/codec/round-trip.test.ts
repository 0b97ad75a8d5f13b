import fc from 'fast-check'
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

function expectRoundTrips(
  generated: Codec,
  interpreted: Codec,
  cases: readonly { input: unknown; output: unknown }[],
): void {
  const expected = cases.map(({ output }) => output)
  for (const writer of [generated, interpreted]) {
    const buffer = encodeAll(
      writer,
      cases.map(({ input }) => input),
    )
    for (const reader of [generated, interpreted]) {
      expect(decodeAll(reader, buffer)).toStrictEqual(expected)
    }
  }
}

test('both codecs read objects of any entity as either has written them', () => {
  fc.assert(
    fc.property(anyEntityArbitrary, ({ schema, objects }) => {
      const entity = resolve(schema)
      expectRoundTrips(generateCodec(entity), new InterpretedCodec(entity), objects)
    }),
    { numRuns },
  )
}, 3_600_000)

const resolved = resolve(everything.schema)
const generated = generateCodec(resolved)
const interpreted = new InterpretedCodec(resolved)

test('both codecs read an entity with every kind of property as either has written it', () => {
  fc.assert(
    fc.property(everythingArbitrary, (object) => {
      expectRoundTrips(generated, interpreted, [object])
    }),
    { numRuns: numRuns / 20 },
  )
}, 3_600_000)

test('what was read is written as the same bytes again', () => {
  const objectBytes = (buffer: WriteBuffer) => buffer.bytes.subarray(0, buffer.spans[1])
  fc.assert(
    fc.property(everythingArbitrary, ({ input }) => {
      const once = encodeAll(generated, [input])
      const again = encodeAll(generated, decodeAll(generated, once))
      expect(objectBytes(again)).toEqual(objectBytes(once))
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
