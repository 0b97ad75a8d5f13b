import { describe, expect, it } from 'vitest'
import { entity, id, int16, string } from '../../src/index.ts'
import { addon } from '../../src/native/load.ts'
import { temporaryStore } from '../stored/temporary-store.ts'

const Letter = entity('Letter', {
  id: id(),
  level: int16().index(),
  text: string(),
  note: string().nullable(),
  sender: string().default('nobody'),
})

const kinds = [
  '',
  'plain',
  'Grüße aus Köln',
  '東京',
  '🙂',
  'x'.repeat(5000),
  '\0',
  'ÿ',
  '~'.repeat(8),
]

/** Objects whose strings differ in kind from one to the next. */
const letters = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    level: index % 2,
    text: `${kinds[index % kinds.length]}${index}`,
    note: index % 3 === 0 ? null : kinds[(index * 7) % kinds.length]!,
    sender: `sender ${index}`,
  }))

describe('strings of many objects', () => {
  it.each([1, 3, 4, 127, 128, 129, 300])('are what was stored, of %i objects', (count) => {
    const box = temporaryStore([Letter]).box(Letter)
    const stored = letters(count).map((letter, index) => ({ id: index + 1, ...letter }))
    box.putMany(letters(count))
    expect(box.all()).toEqual(stored)
    expect(box.find((letter) => letter.level.equals(0))).toEqual(
      stored.filter(({ level }) => level === 0),
    )
    for (const letter of stored) expect(box.get(letter.id)).toEqual(letter)
  })

  it('leave out objects that are missing', () => {
    const box = temporaryStore([Letter]).box(Letter)
    const ids = box.putMany(letters(200))
    box.removeMany(ids.filter((each) => each % 5 === 0))
    const texts = box.getMany(ids).map((letter) => letter?.text ?? null)
    expect(texts).toEqual(letters(200).map(({ text }, i) => ((i + 1) % 5 === 0 ? null : text)))
  })

  it('are undefined where the stored object has none', () => {
    const Bare = entity('Letter', { id: id(), level: int16().index() })
    const store = temporaryStore([Bare], { directory: 'memory:texts' })
    store.box(Bare).putMany(Array.from({ length: 10 }, () => ({ level: 1 })))
    const { native } = store.box(Bare).core
    native.boxGetAll(store.box(Bare).bound.box)
    expect(native.resultTexts(0, 3, 8, (...texts) => texts)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('the native reader of strings', () => {
  const collect = (...texts: unknown[]) => texts

  it('refuses results that there are not', () => {
    const box = temporaryStore([Letter]).box(Letter)
    box.putMany(letters(300))
    box.all()
    const native = addon()
    expect(() => native.resultTexts(0, 129, 8, collect)).toThrow(RangeError)
    expect(() => native.resultTexts(299, 2, 8, collect)).toThrow(RangeError)
    expect(() => native.resultTexts(2 ** 32 - 1, 1, 8, collect)).toThrow(RangeError)
    expect(native.resultTexts(300, 0, 8, collect)).toEqual([])
  })

  it('stays inside of the results, whatever slot and memory say', () => {
    const box = temporaryStore([Letter]).box(Letter)
    box.putMany(letters(50))
    box.all()
    const native = addon()
    const [objects] = native.resultBuffers()
    for (let slot = 0; slot < 40; slot++) native.resultTexts(0, 50, slot, collect)
    new Uint8Array(objects).fill(0xff)
    expect(native.resultTexts(0, 2, 8, collect)).toEqual([undefined, undefined])
    new Uint8Array(objects).fill(0x7f)
    expect(native.resultTexts(0, 2, 8, collect)).toEqual([undefined, undefined])
  })

  it('passes on what the collecting function throws, and wants a function', () => {
    const box = temporaryStore([Letter]).box(Letter)
    box.putMany(letters(5))
    box.all()
    const native = addon()
    const failing = () => {
      throw new Error('full')
    }
    expect(() => native.resultTexts(0, 5, 8, failing)).toThrow('full')
    const misuse: Function = native.resultTexts
    expect(() => misuse(0, 5, 8, 'no function')).toThrow(TypeError)
  })
})
