/* oxlint-disable typescript/no-unsafe-type-assertion -- misuse that types forbid is what is tested */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  all,
  any,
  backlink,
  HandleClosedError,
  linkCount,
  linkedFrom,
  NonUniqueResultError,
  ObjectBoxError,
  openStore,
  where,
  type Box,
} from '../../src/index.ts'
import { temporaryStore } from '../stored/temporary-store.ts'
import { Author, City, entities, Note, someNotes } from './entities.ts'

const note = where(Note)
let notes: Box<typeof Note>

beforeAll(() => {
  const store = openStore({ directory: 'memory:queries', entities })
  notes = store.box(Note)
  notes.putMany(
    someNotes(100).map((given, index) => ({
      ...given,
      score: index % 10 === 0 ? null : index / 4,
      createdAt: new Date(1_700_000_000_000 + (100 - index) * 1000),
      size: index % 2 === 0 ? null : 2n ** 60n + BigInt(index),
    })),
  )
  return () => store.close()
})

const ids = (found: readonly { readonly id: number }[]) => found.map(({ id }) => id)

describe('ranges and order', () => {
  const order = { by: 'createdAt', descending: true } as const

  it('returns the rows it was asked for, in the order asked for', () => {
    const everything = ids(notes.find(note.level.equals(3)))
    expect(everything).toHaveLength(20)
    expect(ids(notes.find(note.level.equals(3), { limit: 3 }))).toEqual(everything.slice(0, 3))
    expect(ids(notes.find(note.level.equals(3), { offset: 17 }))).toEqual(everything.slice(17))
    expect(ids(notes.find(note.level.equals(3), { offset: 5, limit: 2 }))).toEqual(
      everything.slice(5, 7),
    )
    expect(notes.find(note.level.equals(3), { offset: 50 })).toEqual([])
    expect(notes.find(note.level.equals(3), { limit: 0 })).toEqual([])
    expect(notes.findIds(note.level.equals(3), { limit: 0 })).toEqual([])
    expect(notes.findIds(note.level.equals(3), { offset: 1, limit: 4 })).toEqual(
      everything.slice(1, 5),
    )
    // A range of one call does not stay for the next.
    expect(notes.count(note.level.equals(3))).toBe(20)
    expect(ids(notes.find(note.level.equals(3)))).toEqual(everything)
  })

  it('orders by several rules, and pages through an order', () => {
    const rules = ['level', order] as const
    const ordered = notes.find(undefined, { order: rules })
    const expected = notes
      .all()
      .toSorted((a, b) => a.level - b.level || b.createdAt!.getTime() - a.createdAt!.getTime())
    expect(ids(ordered)).toEqual(ids(expected))
    expect(ids(notes.find(undefined, { order: rules, offset: 30, limit: 25 }))).toEqual(
      ids(expected).slice(30, 55),
    )
    expect(notes.findIds(undefined, { order: rules })).toEqual(ids(expected))
    expect(notes.findFirst(undefined, { order })?.id).toBe(1)
    expect(notes.findFirst(undefined, { order, offset: 2 })?.id).toBe(3)
    expect(notes.query().order('level').order(order).build().findFirst()?.id).toBe(1)
  })

  it.each([-1, 1.5, Number.NaN, '1', 2 ** 60])('refuses %s as offset or limit', (wrong) => {
    expect(() => notes.find(undefined, { offset: wrong as number })).toThrow(RangeError)
    expect(() => notes.find(undefined, { limit: wrong as number })).toThrow(RangeError)
  })
})

describe('single results', () => {
  it('finds the only object, null for none, and an error for more', () => {
    expect(notes.findUnique(note.text.equals('note 7'))?.id).toBe(8)
    expect(notes.findUnique(note.text.equals('note x'))).toBeNull()
    expect(notes.findFirst(note.text.equals('note x'))).toBeNull()
    expect(() => notes.findUnique(note.level.equals(1))).toThrow(NonUniqueResultError)
    using query = notes.query(note.level.equals(1)).build()
    expect(query.findUnique({ limit: 1 })?.id).toBe(2)
    expect(query.findUnique({ offset: 19 })?.id).toBe(97)
    expect(query.findUnique({ offset: 20 })).toBeNull()
    expect(() => query.findUnique({ offset: 3 })).toThrow(NonUniqueResultError)
    expect(query.findFirst({ offset: 1 })?.id).toBe(7)
  })
})

describe('combinations', () => {
  it('follow the grouping of the calls', () => {
    const left = note.level.equals(1).or(note.level.equals(2)).and(note.text.endsWith('7'))
    const right = note.level.equals(1).or(note.level.equals(2).and(note.text.endsWith('7')))
    expect(notes.count(left)).toBe(10)
    expect(notes.count(right)).toBe(30)
    expect(notes.count(all(note.level.equals(1), any(note.text.endsWith('1'))))).toBe(10)
    // Conditions are values: combining one does not change it.
    const base = note.level.equals(1)
    base.and(note.text.equals('no such text'))
    expect(notes.count(base)).toBe(20)
  })

  it('refuses what is no condition', () => {
    expect(() => notes.find({} as never)).toThrow(TypeError)
    expect(() => notes.find((() => 5) as never)).toThrow(TypeError)
    expect(() => all()).toThrow(TypeError)
    expect(() => note.level.equals(1).and(5 as never)).toThrow(TypeError)
  })

  it.each([
    ['a fraction', () => note.level.equals(1.5)],
    ['a string for a number', () => note.level.equals('1' as never)],
    ['a number for a string', () => note.text.equals(1 as never)],
    ['a NUL in a text', () => note.text.equals('a\0b')],
    ['a number for a boolean', () => note.isDone.equals(5 as never)],
    ['an invalid date', () => note.createdAt.equals(new Date(Number.NaN))],
    ['a value beyond 16 bits', () => note.level.equals(40_000)],
    ['one of them beyond 16 bits', () => note.level.oneOf([1, 40_000])],
    ['a value beyond 64 bits', () => note.size.equals(2n ** 64n)],
    ['a list that is none', () => note.level.oneOf(5 as never)],
    ['null', () => note.level.equals(null as never)],
  ])('refuses %s', (_, build) => {
    expect(build).toThrow(/must be|beyond/)
  })

  it('takes many values and deep nesting', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => index)
    expect(notes.count(note.id.oneOf(many))).toBe(100)
    expect(notes.count(note.text.oneOf(many.map((index) => `note ${index}`)))).toBe(100)
    expect(notes.count(note.level.oneOf([]))).toBe(0)
    expect(notes.count(note.level.notOneOf([1, 2]))).toBe(60)
    let deep = note.level.equals(1)
    for (let i = 0; i < 500; i++) deep = deep.or(note.level.equals(2)) as never
    expect(notes.count(deep)).toBe(40)
  })

  it('cannot have a condition on a relation inside an or', () => {
    const linked = note.author.matches((author) => author.name.equals('x'))
    expect(() => notes.find(linked.or(note.level.equals(1)))).toThrow(/relation/)
  })
})

describe('parameters', () => {
  it('change the values of conditions by their alias', () => {
    using query = notes
      .query(
        note.level
          .equals(1)
          .alias('level')
          .and(
            note.text.contains('1').alias('text'),
            note.score.between(0, 100).alias('score'),
            note.id.oneOf([1]).alias('ids'),
            note.createdAt.greaterThan(new Date(0)).alias('after'),
          ),
      )
      .build()
    expect(query.count()).toBe(0)
    query.setParameter('level', 3).setParameter('text', '8').setParameter('score', 2, 20)
    query.setParameter('ids', [9, 14, 19, 29, 84]).setParameter('after', new Date(1))
    expect(query.findIds()).toEqual([9, 19, 29])
    expect(query.describe()).toContain('8')
  })

  it('refuses unknown and double aliases and wrong values', () => {
    using query = notes.query(note.level.equals(1).alias('level')).build()
    expect(() => query.setParameter('lvl', 2)).toThrow(/it has level/)
    expect(() => query.setParameter('level', 'two')).toThrow(TypeError)
    expect(() => query.setParameter('level')).toThrow(TypeError)
    expect(() => note.level.equals(1).alias('')).toThrow(TypeError)
    expect(() =>
      notes.query(note.level.equals(1).alias('a').or(note.level.equals(2).alias('a'))).build(),
    ).toThrow(/two conditions/)
    expect(query.count()).toBe(20)
  })
})

describe('removing and iterating', () => {
  it('removes a range of what it finds', () => {
    const box = temporaryStore(entities).box(Note)
    box.putMany(someNotes(50))
    using query = box.query(note.level.equals(2)).build()
    expect(query.remove({ offset: 2, limit: 3 })).toBe(3)
    expect(query.findIds()).toEqual([3, 8, 28, 33, 38, 43, 48])
    expect(query.remove()).toBe(7)
    expect(box.removeWhere((fields) => fields.level.equals(3))).toBe(10)
    expect(box.count()).toBe(30)
  })

  it('iterates in chunks, over changes in between', () => {
    const box = temporaryStore(entities).box(Note)
    box.putMany(someNotes(50))
    using query = box.query(note.level.equals(1)).order({ by: 'id', descending: true }).build()
    const seen: number[] = []
    for (const found of query.iterate({ chunkSize: 3 })) {
      seen.push(found.id)
      if (seen.length === 2) box.removeMany([42, 37, 32])
    }
    expect(seen).toEqual([47, 42, 37, 27, 22, 17, 12, 7, 2])
    expect(() => [...query.iterate({ chunkSize: 0 })]).toThrow(RangeError)
  })
})

describe('property queries', () => {
  it('compute what the objects hold', () => {
    using query = notes.query().build()
    const rows = notes.all()
    const scores = valuesOf(rows.map(({ score }) => score))
    expect(
      query
        .property('level')
        .distinct()
        .toSorted((a, b) => a - b),
    ).toEqual([0, 1, 2, 3, 4])
    expect(query.property('level').sum()).toBe(200)
    expect(query.property('level').average()).toBe(2)
    expect(query.property('score').count()).toBe(scores.length)
    expect(query.property('score').min()).toBe(Math.min(...scores))
    expect(query.property('score').max()).toBe(Math.max(...scores))
    expect(
      query
        .property('score')
        .values()
        .toSorted((a, b) => a - b),
    ).toEqual(scores)
    expect(query.property('score').average()).toBeCloseTo(
      scores.reduce((a, b) => a + b) / scores.length,
    )
    expect(query.property('level').countDistinct()).toBe(5)
    expect(query.property('text').distinct()).toHaveLength(100)
    expect(query.property('createdAt').max()).toEqual(new Date(1_700_000_000_000 + 100_000))
    expect(query.property('size').max()).toBe(2n ** 60n + 99n)
    expect(query.property('size').values()).toHaveLength(50)
    expect(query.property('isDone').distinct()).toEqual([false])
    expect(query.property('id').max()).toBe(100)
  })

  it('tell by null that nothing contributed, and never overflow silently', () => {
    using nothing = notes.query(note.level.equals(99)).build()
    expect(nothing.property('level').min()).toBeNull()
    expect(nothing.property('level').average()).toBeNull()
    expect(nothing.property('level').sum()).toBe(0)
    expect(nothing.property('size').sum()).toBe(0n)
    expect(nothing.property('score').sum()).toBe(0)
    using everything = notes.query().build()
    expect(() => everything.property('size').sum()).toThrow(/overflow/i)
    expect(() => everything.property('text').sum()).toThrow(ObjectBoxError)
    expect(() => everything.property('none' as never)).toThrow(/no property none/)
  })
})

describe('conditions on relations', () => {
  it('follow to-ones, to-manys and backlinks', () => {
    const store = temporaryStore(entities)
    const [ann, bob, cid] = store
      .box(Author)
      .putMany([{ name: 'Ann' }, { name: 'Bob' }, { name: 'Cid' }]) as [number, number, number]
    const box = store.box(Note)
    box.putMany(
      someNotes(6).map((given, index) => ({ ...given, authorId: [ann, bob, null][index % 3]! })),
    )
    expect(box.findIds(authorName('Ann'))).toEqual([1, 4])
    expect(box.findIds(authorName('Ann').and(note.level.equals(3)))).toEqual([4])
    expect(box.count(authorName('Cid'))).toBe(0)
    expect(box.findIds(note.author.isNull())).toEqual([3, 6])
    expect(box.findIds(note.author.notNull())).toEqual([1, 2, 4, 5])
    expect(box.findIds(note.author.equals(bob))).toEqual([2, 5])
    const authors = store.box(Author)
    const written = backlink(Note, 'author')
    expect(authors.findIds(linkedFrom(written, (given) => given.level.equals(4)))).toEqual([bob])
    expect(authors.findIds(linkedFrom(written, (given) => given.level.lessThan(9)))).toEqual([
      ann,
      bob,
    ])
    expect(authors.findIds(linkCount(written, 0))).toEqual([cid])
    expect(authors.findIds(linkCount(written, 2))).toEqual([ann, bob])
  })
})

describe('nearest neighbours', () => {
  const city = where(City)

  it('come with their distances, nearest first', () => {
    const cities = temporaryStore(entities).box(City)
    cities.putMany(
      Array.from({ length: 100 }, (_, index) => ({
        name: `city ${index}`,
        location: Float32Array.of(index % 10, Math.floor(index / 10)),
      })),
    )
    using query = cities.query(city.location.nearestNeighbors([4.1, 4], 3).alias('near')).build()
    const found = query.findWithScores()
    expect(found[0]!.object.name).toBe('city 44')
    expect(found[0]!.score).toBeCloseTo(0.01, 4)
    expect(found.map(({ score }) => score)).toEqual(
      found.map(({ score }) => score).toSorted((a, b) => a - b),
    )
    expect(query.findIdsWithScores().map(({ id }) => id)).toEqual(
      found.map(({ object }) => object.id),
    )
    expect(query.findIdsWithScores({ limit: 1 })).toHaveLength(1)
    query.setParameter('near', [9, 9])
    expect(query.findWithScores()[0]!.object.name).toBe('city 99')
    expect(query.find()).toHaveLength(3)
  })

  it.each([
    ['a NaN', [Number.NaN, 1], /finite/],
    ['too few dimensions', [1], /2 dimensions/],
    ['no numbers', 'ab' as never, /Float32Array/],
  ])('refuse %s', (_, vector, message) => {
    expect(() => city.location.nearestNeighbors(vector, 3)).toThrow(message)
  })
})

describe('built queries', () => {
  it('cannot be used after they were closed', () => {
    const query = notes.query(note.level.equals(1)).build()
    query.close()
    query.close()
    expect(query.isOpen).toBe(false)
    expect(() => query.find()).toThrow(HandleClosedError)
    expect(() => query.property('level').max()).toThrow(HandleClosedError)
    expect(() => query.setParameter('x', 1)).toThrow(TypeError)
  })

  it('are built once by a builder', () => {
    const builder = notes.query(note.level.equals(1))
    using query = builder.build()
    expect(query.count()).toBe(20)
    expect(() => builder.build()).toThrow(/built already/)
  })

  it('are refused beyond 10,000 open ones, with advice, while one-shot calls leave none open', () => {
    const store = temporaryStore(entities)
    const box = store.box(Note)
    box.putMany(someNotes(10))
    for (let i = 0; i < 200; i++) {
      box.find(note.level.equals(i))
      box.count(note.text.contains(`note ${i}`))
      box.findFirst(note.id.oneOf(Array.from({ length: 200 }, (_, index) => index + i)))
    }
    expect(store.openQueryCount).toBeLessThanOrEqual(32)
    const open = []
    const build = () => open.push(box.query(note.level.equals(1)).build())
    expect(() => {
      for (let i = 0; i < 10_001; i++) build()
    }).toThrow(/close queries when done/)
    expect(store.openQueryCount).toBe(10_000)
  })
})

function valuesOf<Value>(list: readonly (Value | null)[]): Value[] {
  return list.filter((value) => value !== null)
}

function authorName(name: string) {
  return note.author.matches((author) => author.name.equals(name))
}
