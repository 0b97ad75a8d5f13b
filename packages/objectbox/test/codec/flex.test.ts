import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeFlex } from '../../src/codec/flex-reader.ts'
import { encodeFlex } from '../../src/codec/flex-writer.ts'

/** Decodes from within other bytes, as a stored object is. */
function decode(encoded: Uint8Array): unknown {
  const arena = Buffer.concat([Buffer.alloc(8, 0xee), encoded, Buffer.alloc(8, 0xee)])
  const view = new DataView(arena.buffer, arena.byteOffset, arena.byteLength)
  return decodeFlex(arena, view, 8, encoded.length)
}

const roundTrip = (value: unknown): unknown => decode(encodeFlex(value))

test('JSON values are read as they were written', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const valid: unknown = JSON.parse(JSON.stringify(value), (_key, item: unknown) =>
        typeof item === 'string' ? item.toWellFormed() : item,
      )
      expect(roundTrip(valid)).toEqual(valid)
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 2000) },
  )
}, 600_000)

test('what JSON lacks survives too: -0, NaN, infinities, bigints, bytes', () => {
  const values = [-0, NaN, Infinity, -Infinity, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 64n - 1n]
  expect(roundTrip(values)).toEqual(values)
  expect(roundTrip({ blob: new Uint8Array([1, 0, 255]) })).toEqual({
    blob: new Uint8Array([1, 0, 255]),
  })
  expect(roundTrip(7n)).toBe(7)
})

test('vectors and maps of every size find their elements', () => {
  for (const length of [0, 1, 255, 256, 300, 70_000]) {
    const list = Array.from({ length }, (_, i) => (i % 3 === 0 ? { [`key${i}`]: i } : `${i}`))
    expect(roundTrip(list)).toEqual(list)
    const map = Object.fromEntries(list.map((item, i) => [`k${i}`, item]))
    expect(roundTrip(map)).toEqual(map)
  }
})

test('properties that are undefined are left out, as in JSON', () => {
  expect(roundTrip({ a: undefined, b: 1 })).toEqual({ b: 1 })
})

test('a key __proto__ stays data', () => {
  const value: unknown = JSON.parse('{"__proto__": {"admin": true}}')
  const read = roundTrip(value)
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  expect(Object.keys(Object(read))).toEqual(['__proto__'])
})

test('a FlexBuffer of another writer is understood: typed and fixed vectors, indirect numbers, blobs', () => {
  // Made with the FlexBuffers builder of Python's flatbuffers 25.
  const foreign =
    '696e7473000003000100feff2c01666c6f61747300000000020000000000c03f00002040' +
    '666978656400010203626f6f6c7300020100626c6f6200020102696900fb697500000000' +
    '010000000000008069660000000010406b6579000373747200092c364057162968271209' +
    '0109323b46551e326c2d1964904c3622182d1f14122401'
  expect(decode(Buffer.from(foreign, 'hex'))).toEqual({
    ints: [1, -2, 300],
    floats: [1.5, 2.5],
    fixed: [1, 2, 3],
    bools: [true, false],
    blob: new Uint8Array([1, 2]),
    ii: -5,
    iu: 2n ** 63n + 1n,
    if: 2.25,
    key: 'str',
  })
})

test('what a FlexBuffer cannot hold is refused with its reason', () => {
  const cycle: unknown[] = []
  cycle.push(cycle)
  expect(() => encodeFlex(cycle)).toThrow('nested deeper than 200; does it hold itself?')
  expect(() => encodeFlex([undefined])).toThrow('flex values are JSON values; got undefined')
  expect(() => encodeFlex({ at: new Date() })).toThrow('flex values are JSON values; got the Date')
  expect(() => encodeFlex(new Map())).toThrow('got the Map')
  expect(() => encodeFlex(() => 1)).toThrow('got a function')
  expect(() => encodeFlex({ 'a\0b': 1 })).toThrow('keys cannot contain')
  expect(() => encodeFlex(2n ** 64n)).toThrow('integers of 64 bits; got 18446744073709551616n')
})
