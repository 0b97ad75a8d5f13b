import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { generateCodec, ReadArena, WriteBuffer } from '../../src/codec/index.ts'
import * as obx from '../../src/entity/index.ts'
import { bothCodecs } from './both-codecs.ts'
import { resolve } from './resolve.ts'

const Note = obx.entity('Note', {
  id: obx.id(),
  text: obx.string().default('none'),
  at: obx.date().default(new Date(5)),
  list: obx.floatVector().default([1, 2]),
  size: obx.uint64(),
  author: obx.toOne('self'),
})

describe.each(bothCodecs(Note.schema))('the %s codec', (_mode, codec) => {
  const encode = (...objects: unknown[]): WriteBuffer => {
    const buffer = new WriteBuffer()
    codec.encodeMany(objects, buffer)
    return buffer
  }

  test.each([
    [{ id: -1 }, 'Note.id: -1 is negative, id starts at 0'],
    [{ id: 1.5 }, 'Note.id: 1.5 is not an integer (id)'],
    [{ id: '1' }, 'Note.id: "1" is not a number (id)'],
    [{ id: 2 ** 53 }, 'Note.id: 9007199254740992 is beyond 2^53 - 1'],
    [{ size: 1, authorId: {} }, 'Note.authorId: the Object is not a number (toOne)'],
    [null, 'Note: null is not an object'],
    [5, 'Note: 5 is not an object'],
  ])('refuses %o', (object, message) => {
    expect(() => encode(object)).toThrow(`object 0 of the list: ${message}`)
  })

  test('names the place in the list and keeps the objects before it', () => {
    const buffer = new WriteBuffer()
    expect(() => codec.encodeMany([{ size: 1 }, { size: 'x' }], buffer)).toThrow(
      'object 1 of the list: Note.size: "x" is not a number (uint64)',
    )
    expect(buffer.count).toBe(1)
  })

  test('lets errors of getters through as they are', () => {
    const failing = {
      get size(): number {
        throw new Error('mine')
      },
    }
    expect(() => encode(failing)).toThrow(/^mine$/)
  })

  test('writes defaults, and reads them anew for each object', () => {
    const buffer = encode({ size: 0 }, { size: 1, text: '', list: [] })
    const arena = new ReadArena(buffer.buffer)
    const [first, second] = codec.decodeMany(arena, Uint32Array.of(0, buffer.spans[3]!), 2)
    expect(first).toEqual({
      id: 0,
      text: 'none',
      at: new Date(5),
      list: new Float32Array([1, 2]),
      size: 0,
      authorId: null,
    })
    expect(second).toMatchObject({ text: '', list: new Float32Array() })
  })

  test('refuses to read a number that is not exact', () => {
    const buffer = encode({ size: 1 })
    const at = Buffer.from(buffer.buffer).indexOf(Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0), 32)
    buffer.view.setBigUint64(at, 2n ** 53n, true)
    expect(() => codec.decode(new ReadArena(buffer.buffer), 0)).toThrow(
      "Note.size: stored is 9007199254740992, beyond 2^53 - 1, where numbers are no longer exact; define it with uint64({ as: 'bigint' })",
    )
  })

  test('takes Dates and vectors of another realm', () => {
    const foreign: unknown = runInNewContext(
      '({ size: 1, at: new Date(9), list: new Float32Array([3]) })',
    )
    const read = codec.decode(new ReadArena(encode(foreign).buffer), 0)
    expect(read).toMatchObject({ at: new Date(9), list: new Float32Array([3]) })
  })

  test('reads null for a missing object', () => {
    const buffer = encode({ size: 1 })
    const offsets = Uint32Array.of(0xff_ff_ff_ff, 0)
    expect(codec.decodeMany(new ReadArena(buffer.buffer), offsets, 2)).toEqual([
      null,
      expect.objectContaining({ size: 1 }),
    ])
  })
})

test('an object stored before a property was added reads its default, null or the zero of its type', () => {
  const Old = obx.entity('Old', { id: obx.id() })
  const New = obx.entity('Old', {
    id: obx.id(),
    named: obx.string().default('unnamed'),
    made: obx.date().default(new Date(7)),
    list: obx.int16Vector().default([1]),
    maybe: obx.int32().nullable(),
    text: obx.string(),
    flag: obx.bool(),
    count: obx.int64({ as: 'bigint' }),
    at: obx.date(),
    bytes: obx.bytes(),
    words: obx.stringVector(),
    extra: obx.flex(),
    half: obx.float(),
    other: obx.toOne('self'),
  })
  const buffer = new WriteBuffer()
  generateCodec(resolve(Old.schema)).encode({ id: 3 }, buffer)
  for (const [, codec] of bothCodecs(New.schema)) {
    expect(codec.decode(new ReadArena(buffer.buffer), 0)).toStrictEqual({
      id: 3,
      named: 'unnamed',
      made: new Date(7),
      list: new Int16Array([1]),
      maybe: null,
      text: '',
      flag: false,
      count: 0n,
      at: new Date(0),
      bytes: new Uint8Array(),
      words: [],
      extra: null,
      half: 0,
      otherId: null,
    })
  }
})

test('a buffer grows to what its objects need and never beyond 2 GB', () => {
  const { schema } = obx.entity('X', { id: obx.id(), value: obx.string() })
  const buffer = new WriteBuffer()
  const codec = generateCodec(resolve(schema))
  codec.encodeMany(
    Array.from({ length: 1000 }, () => ({ value: 'x'.repeat(1000) })),
    buffer,
  )
  expect(buffer.count).toBe(1000)
  expect(buffer.buffer.byteLength).toBeGreaterThan(1_000_000)
  expect(() => buffer.reserve(buffer.end, 2 ** 31)).toThrow('put them in smaller lists')
})
