/* oxlint-disable typescript/no-unsafe-type-assertion -- misuse that types forbid is what is tested */
import { describe, expect, it } from 'vitest'
import {
  HandleClosedError,
  ObjectBoxError,
  TransactionAbortedError,
  UniqueViolationError,
  type Store,
} from '../../src/index.ts'
import { temporaryStore } from '../stored/temporary-store.ts'
import { Author, Chosen, entities, Note, someNotes, Tag } from './entities.ts'

describe('runInTransaction', () => {
  it('returns what the body returns and commits', () => {
    const store = temporaryStore(entities)
    const ids = store.runInTransaction('write', () => [
      store.box(Author).put({ name: 'Ann' }),
      ...store.box(Note).putMany(someNotes(2)),
    ])
    expect(ids).toEqual([1, 1, 2])
    expect(store.box(Note).count()).toBe(2)
  })

  it('rolls everything back when the body throws, and throws the same error', () => {
    const store = temporaryStore(entities)
    const reason = new Error('changed my mind')
    const body = () => {
      store.box(Author).put({ name: 'Ann' })
      store.box(Note).putMany(someNotes(100))
      throw reason
    }
    expect(() => store.runInTransaction('write', body)).toThrow(reason)
    expect(store.box(Author).count()).toBe(0)
    expect(store.box(Note).count()).toBe(0)
  })

  it('sees its own writes in reads, queries and counts', () => {
    const store = temporaryStore(entities)
    const notes = store.box(Note)
    notes.putMany(someNotes(10))
    store.runInTransaction('write', () => {
      expect(notes.get(1)?.level).toBe(0)
      notes.put({ id: 1, text: 'changed', level: 9 })
      expect(notes.get(1)?.level).toBe(9)
      expect(notes.remove(2)).toBe(true)
      expect(notes.remove(2)).toBe(false)
      expect(notes.get(2)).toBeNull()
      notes.removeMany([3, 4])
      expect(notes.getMany([3, 4, 5]).map((note) => note?.id)).toEqual([undefined, undefined, 5])
      expect(notes.count((note) => note.level.equals(9))).toBe(1)
      expect(notes.find((note) => note.level.equals(9))).toMatchObject([{ id: 1 }])
      expect(notes.all()).toHaveLength(7)
      expect(notes.removeWhere((note) => note.level.equals(4))).toBe(2)
      expect(notes.get(5)).toBeNull()
      notes.putMany(someNotes(3))
      expect(notes.count()).toBe(8)
      notes.removeAll()
      expect(notes.all()).toEqual([])
      notes.put({ text: 'last', level: 0 })
    })
    expect(notes.all()).toMatchObject([{ text: 'last' }])
  })

  it('gives reads one consistent state and refuses writes in it', () => {
    const store = temporaryStore(entities)
    const notes = store.box(Note)
    const refused: (() => unknown)[] = [
      () => notes.put({ text: 'a', level: 1 }),
      () => notes.putMany(someNotes(2)),
      () => notes.update({ id: 1, text: 'a', level: 1 }),
      () => notes.remove(1),
      () => notes.removeMany([1]),
      () => notes.removeAll(),
      () => notes.removeWhere((note) => note.level.equals(1)),
      () => notes.relation('tags').add(1, 1),
      () => notes.putQueued({ text: 'a', level: 1 }),
      () => store.runInTransaction('write', () => 1),
    ]
    notes.put({ text: 'a', level: 1 })
    store.runInTransaction('read', () => {
      for (const write of refused) expect(write).toThrow(ObjectBoxError)
      expect(notes.count()).toBe(1)
    })
    expect(notes.put({ text: 'b', level: 1 })).toBe(2)
  })

  it.each([
    ['an async function', async () => 1],
    // oxlint-disable-next-line unicorn/no-thenable -- what this tests
    ['a thenable', () => ({ then: () => undefined })],
  ])('refuses %s and rolls back', (_, tail) => {
    const store = temporaryStore(entities)
    const body = () => {
      store.box(Author).put({ name: 'Ann' })
      return tail()
    }
    expect(() => store.runInTransaction('write', body)).toThrow(/synchronous/)
    expect(store.box(Author).count()).toBe(0)
  })

  it('refuses an unknown mode', () => {
    const store = temporaryStore(entities)
    expect(() => store.runInTransaction('both' as never, () => 1)).toThrow(TypeError)
  })
})

describe('nested transactions', () => {
  it('join the outer one', () => {
    const store = temporaryStore(entities)
    store.runInTransaction('write', () => {
      store.box(Author).put({ name: 'outer' })
      store.runInTransaction('write', () => store.box(Author).put({ name: 'inner' }))
      expect(store.runInTransaction('read', () => store.box(Author).count())).toBe(2)
    })
    expect(store.box(Author).count()).toBe(2)
  })

  it('make the outer commit throw when an inner one was rolled back', () => {
    const store = temporaryStore(entities)
    const authors = store.box(Author)
    const outer = () => {
      authors.put({ name: 'outer' })
      expect(() =>
        store.runInTransaction('write', () => {
          throw new Error('inner')
        }),
      ).toThrow('inner')
      expect(() => authors.put({ name: 'late' })).toThrow(TransactionAbortedError)
      expect(() => authors.count()).toThrow(TransactionAbortedError)
    }
    expect(() => store.runInTransaction('write', outer)).toThrow(TransactionAbortedError)
    expect(authors.count()).toBe(0)
    expect(authors.put({ name: 'fresh' })).toBeGreaterThan(0)
  })

  it('survive a nested read that failed', () => {
    const store = temporaryStore(entities)
    store.runInTransaction('write', () => {
      store.box(Author).put({ name: 'kept' })
      expect(() =>
        store.runInTransaction('read', () => {
          throw new Error('inner')
        }),
      ).toThrow('inner')
    })
    expect(store.box(Author).count()).toBe(1)
  })
})

describe('a write that fails inside a transaction', () => {
  const failures: readonly (readonly [string, (store: Store) => unknown])[] = [
    ['put of a taken unique value', (store) => store.box(Author).put({ name: 'Ann' })],
    ['putMany whose first object fails', (store) => store.box(Author).putMany([{ name: 'Ann' }])],
    ['insert of an existing id', (store) => store.box(Chosen).insert({ id: 1, text: 'x' })],
    [
      'insertMany of an existing id',
      (store) => store.box(Chosen).insertMany([{ id: 1, text: 'x' }]),
    ],
    ['update of a missing id', (store) => store.box(Chosen).update({ id: 9, text: 'x' })],
    ['updateMany of a missing id', (store) => store.box(Chosen).updateMany([{ id: 9, text: 'x' }])],
    [
      'put of an id never given out',
      (store) => store.box(Note).put({ id: 77, text: 'x', level: 1 }),
    ],
    ['removal of id 0', (store) => store.box(Note).remove(0)],
    ['a relation to a missing object', (store) => store.box(Note).relation('tags').add(1, 5)],
    [
      'putMany that fails half-way',
      (store) => store.box(Author).putMany([{ name: 'New' }, { name: 'Ann' }]),
    ],
    ['a wrong value', (store) => store.box(Author).put({ name: 1 as never })],
  ]

  it.each(failures)('%s: the rest is stored, or the commit throws', (_, fail) => {
    const store = temporaryStore(entities)
    store.box(Author).put({ name: 'Ann' })
    store.box(Chosen).put({ id: 1, text: 'one' })
    const body = () => {
      store.box(Tag).put({ label: 'before' })
      expect(() => fail(store)).toThrow(Error)
      store.box(Tag).put({ label: 'after' })
    }
    const error = errorOf(() => store.runInTransaction('write', body))
    expect(store.box(Tag).count()).toBe(error === undefined ? 2 : 0)
    expect(error ?? new TransactionAbortedError('', { code: 0 })).toBeInstanceOf(
      TransactionAbortedError,
    )
    expect(store.box(Author).count()).toBe(1)
    expect(store.box(Tag).put({ label: 'next' })).toBeGreaterThan(0)
  })

  it('leaves the transaction alive after a single put that violates', () => {
    const store = temporaryStore(entities)
    const authors = store.box(Author)
    store.runInTransaction('write', () => {
      authors.put({ name: 'Ann' })
      expect(() => authors.put({ name: 'Ann' })).toThrow(UniqueViolationError)
      authors.put({ name: 'Bob' })
    })
    expect(authors.all().map(({ name }) => name)).toEqual(['Ann', 'Bob'])
  })
})

describe('beginTransaction', () => {
  it('commits, rolls back, and rolls back at the end of its scope', () => {
    const store = temporaryStore(entities)
    const tags = store.box(Tag)
    const first = store.beginTransaction('write')
    tags.put({ label: 'kept' })
    first.commit()
    const second = store.beginTransaction('write')
    tags.put({ label: 'dropped' })
    second.rollback()
    {
      using third = store.beginTransaction('write')
      tags.put({ label: 'dropped too' })
      expect(third.isOpen).toBe(true)
    }
    expect(tags.all().map(({ label }) => label)).toEqual(['kept'])
    expect(() => first.commit()).toThrow(HandleClosedError)
    expect(() => second.rollback()).toThrow(HandleClosedError)
  })

  it('must be ended from the inside out', () => {
    const store = temporaryStore(entities)
    using outer = store.beginTransaction('write')
    const inner = store.beginTransaction('write')
    expect(() => outer.commit()).toThrow(/inside/)
    inner.commit()
    outer.commit()
  })

  it('is rolled back when it is left open over an await, and says so', async () => {
    const store = temporaryStore(entities)
    const tags = store.box(Tag)
    const transaction = store.beginTransaction('write')
    tags.put({ label: 'lost' })
    await Promise.resolve()
    expect(transaction.isOpen).toBe(false)
    expect(() => transaction.commit()).toThrow(TransactionAbortedError)
    expect(tags.count()).toBe(0)
    expect(tags.put({ label: 'works' })).toBeGreaterThan(0)
    store.close()
  })
})

function errorOf(body: () => unknown): unknown {
  try {
    body()
    return undefined
  } catch (error) {
    return error
  }
}
