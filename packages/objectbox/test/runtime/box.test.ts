/* oxlint-disable typescript/no-unsafe-type-assertion -- misuse that types forbid is what is tested */
import { describe, expect, it } from 'vitest'
import {
  IdAlreadyExistsError,
  IdNotFoundError,
  ObjectBoxError,
  UniqueViolationError,
} from '../../src/index.ts'
import { temporaryStore } from '../stored/temporary-store.ts'
import { Author, Chosen, entities, Latest, Note, Ranked, someNotes } from './entities.ts'

describe('putting and getting', () => {
  it('gives new objects ascending ids and writes them to the objects', () => {
    const notes = temporaryStore(entities).box(Note)
    const [first, second] = someNotes(2)
    expect(notes.put(first!)).toBe(1)
    expect(notes.put(second!)).toBe(2)
    expect(first).toHaveProperty('id', 1)
    expect(notes.get(2)).toMatchObject({ id: 2, text: 'note 1', level: 1, isDone: false })
  })

  it('stores frozen objects, whose id it cannot write', () => {
    const notes = temporaryStore(entities).box(Note)
    const frozen = Object.freeze({ text: 'ice', level: 1 })
    const thawed = { text: 'water', level: 2 }
    expect(notes.put(frozen)).toBe(1)
    expect(notes.putMany([frozen, thawed])).toEqual([2, 3])
    expect(thawed).toHaveProperty('id', 3)
    expect(notes.count()).toBe(3)
  })

  it('replaces the object of a given id', () => {
    const notes = temporaryStore(entities).box(Note)
    const id = notes.put({ text: 'old', level: 1 })
    expect(notes.put({ id, text: 'new', level: 2 })).toBe(id)
    expect(notes.all()).toHaveLength(1)
    expect(notes.get(id)?.text).toBe('new')
    expect(notes.count((note) => note.level.equals(1))).toBe(0)
  })

  it('returns null for what is not there, and keeps the order asked for', () => {
    const notes = temporaryStore(entities).box(Note)
    notes.putMany(someNotes(3))
    expect(notes.get(99)).toBeNull()
    const found = notes.getMany([3, 99, 1, 3])
    expect(found.map((note) => note?.id ?? null)).toEqual([3, null, 1, 3])
    expect(notes.getMany([])).toEqual([])
  })

  it('puts, updates, reads and removes more objects than fit into the first buffers', () => {
    const notes = temporaryStore(entities).box(Note)
    const many = someNotes(25_000)
    const ids = notes.putMany(many)
    expect(ids).toHaveLength(25_000)
    expect(new Set(ids).size).toBe(25_000)
    expect(notes.updateMany(notes.all().map((note) => ({ ...note, level: 7 })))).toEqual(ids)
    expect(notes.count((note) => note.level.equals(7))).toBe(25_000)
    expect(notes.getMany(ids)[24_999]?.text).toBe('note 24999')
    expect(notes.removeMany(ids.slice(0, 20_000))).toBe(20_000)
    expect(notes.all()).toHaveLength(5000)
  })

  it('reads an object larger than any buffer, and small ones after it', () => {
    const notes = temporaryStore(entities).box(Note)
    const id = notes.put({ text: 'é'.repeat(5_000_000), level: 0 })
    expect(notes.get(id)?.text).toHaveLength(5_000_000)
    for (let round = 0; round < 40; round++)
      expect(notes.get(notes.put({ text: 'a', level: 1 }))).toMatchObject({ text: 'a' })
  })

  it('tells what it removed and what is left', () => {
    const notes = temporaryStore(entities).box(Note)
    expect(notes.isEmpty()).toBe(true)
    notes.putMany(someNotes(10))
    expect(notes.remove(1)).toBe(true)
    expect(notes.remove(1)).toBe(false)
    expect(notes.removeMany([2, 2, 3, 77])).toBe(2)
    expect(notes.contains(4)).toBe(true)
    expect(notes.contains(3)).toBe(false)
    expect(notes.removeAll()).toBe(7)
    expect(notes.isEmpty()).toBe(true)
    expect(notes.put({ text: 'next', level: 0 })).toBe(11)
  })

  it('refuses lists of ids that no memory holds or that have no proper length', () => {
    const notes = temporaryStore(entities).box(Note)
    expect(() => notes.getMany({ length: 2 ** 40 })).toThrow(RangeError)
    expect(() => notes.removeMany({ length: -1 })).toThrow(TypeError)
    expect(() => notes.getMany({ length: 1.5, 0: 1, 1: 1 })).toThrow(TypeError)
  })

  it('keeps an index right through puts with given ids into a store with rows', () => {
    const chosen = temporaryStore(entities).box(Chosen)
    chosen.putMany([
      { id: 5, text: 'five' },
      { id: 9, text: 'nine' },
    ])
    chosen.putMany([{ id: 5, text: 'FIVE' }, { id: 7, text: 'seven' }, { text: 'new' }])
    expect(chosen.all().map(({ id, text }) => [id, text])).toEqual([
      [5, 'FIVE'],
      [7, 'seven'],
      [9, 'nine'],
      [10, 'new'],
    ])
  })
})

describe('putMany with given ids', () => {
  const ids = [
    [1, 2, 3],
    [4, 5, 6],
    [5, 6, 7],
    [20, 30, 40],
    [35, 41, 50],
    [41, 42],
    [60, 55],
    [51, 52],
    [53, 53],
  ]

  it('keeps objects and index in step, whether the ids are new, old, mixed, apart or unordered', () => {
    const indexed = temporaryStore([Ranked]).box(Ranked)
    const expected = new Map<number, number>()
    for (const [round, given] of ids.entries()) {
      indexed.putMany(given.map((id) => ({ id, rank: round })))
      for (const id of given) expected.set(id, round)
      expect(new Map(indexed.all().map(({ id, rank }) => [id, rank]))).toEqual(expected)
      for (let rank = 0; rank <= round; rank++) {
        const ranked = [...expected].filter(([, value]) => value === rank).map(([id]) => id)
        expect(indexed.findIds((fields) => fields.rank.equals(rank))).toEqual(
          ranked.toSorted((a, b) => a - b),
        )
      }
    }
  })
})

describe('ids', () => {
  it('refuses an id that was never given out, in every way of putting', () => {
    const notes = temporaryStore(entities).box(Note)
    notes.put({ text: 'one', level: 1 })
    const stranger = { id: 500, text: 'x', level: 0 }
    for (const put of [
      () => notes.put(stranger),
      () => notes.putMany([stranger]),
      () => notes.insert(stranger),
      () => notes.insertMany([stranger]),
    ]) {
      expect(put).toThrow(/assignable/)
      expect(put).toThrow(ObjectBoxError)
    }
    expect(() => notes.update(stranger)).toThrow(IdNotFoundError)
    expect(() => notes.updateMany([stranger])).toThrow(IdNotFoundError)
    expect(notes.count()).toBe(1)
    expect(notes.put({ text: 'two', level: 1 })).toBe(2)
  })

  it('takes any id where the id is assignable, and goes on after the largest', () => {
    const chosen = temporaryStore(entities).box(Chosen)
    expect(chosen.put({ id: 1000, text: 'a' })).toBe(1000)
    expect(chosen.putMany([{ id: 5000, text: 'b' }, { text: 'c' }])).toEqual([5000, 5001])
    expect(chosen.put({ text: 'd' })).toBe(5002)
  })

  it('says which object an insert or update met', () => {
    const chosen = temporaryStore(entities).box(Chosen)
    chosen.put({ id: 3, text: 'a' })
    expect(() => chosen.insert({ id: 3, text: 'b' })).toThrow(IdAlreadyExistsError)
    expect(() => chosen.insert({ id: 3, text: 'b' })).toThrow(/id 3 exists/)
    expect(() => chosen.update({ id: 4, text: 'b' })).toThrow(/doesn't exist: 4/)
    expect(() => chosen.update({ text: 'b' })).toThrow(/without an id/)
    expect(() => chosen.insertMany([{ text: 'c' }, { id: 3, text: 'b' }])).toThrow(/position 1/)
    expect(() =>
      chosen.updateMany([
        { id: 3, text: 'c' },
        { id: 4, text: 'b' },
      ]),
    ).toThrow(/position 1.*: 4/)
    expect(chosen.all()).toEqual([{ id: 3, text: 'a' }])
  })

  it.each([0, -1, 1.5, Number.NaN, Infinity, 2 ** 53, '1', null, undefined, 1n, {}, []])(
    'refuses %s as an id',
    (wrong) => {
      const notes = temporaryStore(entities).box(Note)
      const id = wrong as number
      expect(() => notes.get(id)).toThrow(TypeError)
      expect(() => notes.remove(id)).toThrow(TypeError)
      expect(() => notes.contains(id)).toThrow(TypeError)
      expect(() => notes.getMany([1, id])).toThrow(/position 1/)
      expect(() => notes.removeMany([1, id])).toThrow(/position 1/)
    },
  )
})

describe('unique values', () => {
  it('names the object that has the value already', () => {
    const authors = temporaryStore(entities).box(Author)
    authors.putMany([{ name: 'Ann' }, { name: 'Bob' }])
    const error = thrownBy(() => authors.put({ name: 'Bob' }))
    expect(error).toBeInstanceOf(UniqueViolationError)
    expect(error).toMatchObject({ code: 10_201, existingId: 2 })
  })

  it('stores none of many when one violates', () => {
    const authors = temporaryStore(entities).box(Author)
    expect(() => authors.putMany([{ name: 'Ann' }, { name: 'Bob' }, { name: 'Ann' }])).toThrow(
      /position 2/,
    )
    expect(authors.count()).toBe(0)
  })

  it('keeps the last of equal values where a conflict replaces', () => {
    const latest = temporaryStore(entities).box(Latest)
    latest.putMany(Array.from({ length: 10 }, (_, value) => ({ key: 'same', value })))
    expect(latest.all()).toMatchObject([{ key: 'same', value: 9 }])
  })
})

describe('wrong objects', () => {
  it('refuses a value of the wrong type and stores nothing', () => {
    const notes = temporaryStore(entities).box(Note)
    expect(() => notes.put({ text: 5 as never, level: 1 })).toThrow(TypeError)
    expect(() => notes.put({ text: 'a', level: 40_000 })).toThrow(RangeError)
    expect(() => notes.putMany([{ text: 'a', level: 1 }, null as never])).toThrow(TypeError)
    expect(() => notes.putMany('text' as never)).toThrow(TypeError)
    expect(() => notes.put(undefined as never)).toThrow(TypeError)
    expect(notes.count()).toBe(0)
  })

  it('refuses a put from within a getter of an object that is being put', () => {
    const notes = temporaryStore(entities).box(Note)
    const tricky = {
      level: 1,
      get text(): string {
        notes.put({ text: 'inner', level: 2 })
        return 'outer'
      },
    }
    expect(() => notes.put(tricky)).toThrow(/getter/)
    expect(notes.count()).toBe(0)
    expect(notes.put({ text: 'after', level: 1 })).toBe(1)
  })

  it('allows reads from within a getter', () => {
    const notes = temporaryStore(entities).box(Note)
    notes.put({ text: 'first', level: 1 })
    const curious = {
      level: 2,
      get text() {
        return `after ${notes.get(1)?.text}`
      },
    }
    notes.putMany([curious, curious])
    expect(notes.get(3)?.text).toBe('after first')
  })
})

function thrownBy(body: () => unknown): unknown {
  try {
    body()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
