import * as fc from 'fast-check'
import { beforeAll, describe, expect, test, afterAll } from 'vitest'
import {
  all,
  any,
  backlink,
  linkedFrom,
  openStore,
  where,
  type Condition,
  type InferEntity,
  type Store,
} from '../../src/index.ts'
import { Owner, ownerArbitrary, Thing, thingArbitrary, type ThingInput } from './things.ts'
import type { Checked } from './checked-condition.ts'
import { leafArbitrary } from './condition-arbitraries.ts'

const numRuns = Number(process.env.FC_RUNS ?? 2000) / 2
const OWNERS = 20
const THINGS = 300

type Thing = InferEntity<typeof Thing>
type Owner = InferEntity<typeof Owner>

let store: Store
let things: Thing[] = []
let owners: Owner[] = []
const friendsOf = new Map<number, number[]>()

beforeAll(() => {
  store = openStore({ directory: 'memory:conditions', entities: [Thing, Owner] })
  store.box(Owner).putMany(fc.sample(ownerArbitrary, OWNERS))
  const inputs: ThingInput[] = fc.sample(thingArbitrary(OWNERS), THINGS)
  const ids = store.box(Thing).putMany(inputs)
  for (const id of ids) {
    const friends = fc.sample(
      fc.uniqueArray(fc.integer({ min: 1, max: OWNERS }), { maxLength: 3 }),
      1,
    )[0]!
    store
      .box(Thing)
      .relation('friends')
      .add(id, ...friends)
    friendsOf.set(id, friends)
  }
  things = store.box(Thing).all()
  owners = store.box(Owner).all()
})
afterAll(() => store.close())

const leaf = leafArbitrary(where(Thing))

const condition: fc.Arbitrary<Checked> = fc.letrec<{ node: Checked; leaf: Checked }>((tie) => ({
  leaf,
  node: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((parts) => ({
      condition: all(...parts.map((part) => part.condition)),
      matches: (thing: Thing) => parts.every((part) => part.matches(thing)),
      words: `(${parts.map(({ words }) => words).join(' and ')})`,
    })),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((parts) => ({
      condition: any(...parts.map((part) => part.condition)),
      matches: (thing: Thing) => parts.some((part) => part.matches(thing)),
      words: `(${parts.map(({ words }) => words).join(' or ')})`,
    })),
  ),
})).node

function matchingIds(checked: Checked): number[] {
  return idsOf((candidate) => checked.matches(candidate))
}

/** So that a failure shows the condition in words. */
const shown = (arbitrary: fc.Arbitrary<Checked>) =>
  arbitrary.map((checked) => ({ ...checked, [fc.toStringMethod]: () => checked.words }))

test('every condition finds what the same filter in JavaScript finds', () => {
  const box = store.box(Thing)
  fc.assert(
    fc.property(shown(leaf), (checked) => {
      const expected = matchingIds(checked)
      expect(box.findIds(checked.condition)).toEqual(expected)
      expect(box.count(checked.condition)).toBe(expected.length)
    }),
    { numRuns },
  )
}, 3_600_000)

test('combinations find what the same filters in JavaScript find', () => {
  const box = store.box(Thing)
  fc.assert(
    fc.property(shown(condition), (checked) => {
      const expected = matchingIds(checked)
      expect(box.find(checked.condition).map(({ id }) => id)).toEqual(expected)
      expect(box.findFirst(checked.condition)?.id).toBe(expected[0])
    }),
    { numRuns: numRuns / 2 },
  )
}, 3_600_000)

const thing = where(Thing)
const rank = fc.integer({ min: 0, max: 5 })

function rankOf(ownerId: number | null): number {
  return owners.find(({ id }) => id === ownerId)?.rank ?? -1
}

function idsOf(filter: (candidate: Thing) => boolean): number[] {
  return things.filter((candidate) => filter(candidate)).map(({ id }) => id)
}

function ownersWhere(filter: (owner: Owner) => boolean): number[] {
  return owners.filter((owner) => filter(owner)).map(({ id }) => id)
}

function found(wanted: Condition<typeof Thing>): number[] {
  return store.box(Thing).findIds(wanted)
}

describe('conditions over relations find what JavaScript finds by following them', () => {
  test('to-one', () => {
    expect(found(thing.owner.isNull())).toEqual(idsOf(({ ownerId }) => ownerId === null))
    expect(found(thing.owner.notNull())).toEqual(idsOf(({ ownerId }) => ownerId !== null))
    fc.assert(
      fc.property(rank, leaf, (least, checked) => {
        const owned = thing.owner.matches((owner) => owner.rank.greaterOrEqual(least))
        expect(found(checked.condition.and(owned))).toEqual(
          idsOf((candidate) => checked.matches(candidate) && rankOf(candidate.ownerId) >= least),
        )
      }),
      { numRuns: 100 },
    )
  })

  test('to-many', () => {
    for (let least = 0; least <= 6; least++) {
      expect(found(thing.friends.some((owner) => owner.rank.greaterOrEqual(least)))).toEqual(
        idsOf(({ id }) => friendsOf.get(id)!.some((friend) => rankOf(friend) >= least)),
      )
    }
  })

  test('backlinks of a to-one and of a to-many', () => {
    fc.assert(
      fc.property(leaf, (checked) => {
        const inner = checked.condition
        const matching = things.filter((candidate) => checked.matches(candidate))
        const owned = linkedFrom<typeof Owner, typeof Thing>(backlink(Thing, 'owner'), inner)
        expect(store.box(Owner).findIds(owned)).toEqual(
          ownersWhere(({ id }) => matching.some(({ ownerId }) => ownerId === id)),
        )
        const liked = linkedFrom<typeof Owner, typeof Thing>(backlink(Thing, 'friends'), inner)
        expect(store.box(Owner).findIds(liked)).toEqual(
          ownersWhere((owner) => matching.some(({ id }) => friendsOf.get(id)!.includes(owner.id))),
        )
      }),
      { numRuns: 100 },
    )
  })
})

const orderKeys = ['int8', 'uint32', 'int64', 'date', 'float', 'text'] as const

/** By value as numbers, text by its UTF-8. */
function compareBy(key: (typeof orderKeys)[number], a: Thing, b: Thing): number {
  if (key === 'text') return Buffer.compare(Buffer.from(a.text), Buffer.from(b.text))
  const [left, right] = [Number(a[key]), Number(b[key])]
  return left < right ? -1 : left > right ? 1 : 0
}

test('order, offset and limit give what sorting and slicing give', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...orderKeys),
      fc.boolean(),
      fc.nat({ max: 40 }),
      fc.nat({ max: 40 }),
      shown(leaf),
      (by, descending, offset, limit, checked) => {
        const expected = things
          .filter((candidate) => checked.matches(candidate))
          .toSorted((a, b) => compareBy(by, a, b) * (descending ? -1 : 1) || a.id - b.id)
          .slice(offset, offset + limit)
          .map(({ id }) => id)
        const order = [{ by, descending }, 'id'] as const
        const objects = store.box(Thing).find(checked.condition, { order, offset, limit })
        expect(objects.map(({ id }) => id)).toEqual(expected)
        const ids = store.box(Thing).findIds(checked.condition, { order, offset, limit })
        expect(ids).toEqual(expected)
      },
    ),
    { numRuns: 300 },
  )
})

test('an equality on an indexed small integer finds negative values, also as a parameter', () => {
  const expected = idsOf(({ int8 }) => int8 === -1)
  expect(expected).not.toEqual([])
  using negative = store.box(Thing).query(thing.int8.equals(-128).alias('value')).build()
  expect(negative.setParameter('value', -1).findIds()).toEqual(expected)
  using positive = store.box(Thing).query(thing.int8.equals(5).alias('value')).build()
  expect(positive.setParameter('value', 1).findIds()).toEqual(idsOf(({ int8 }) => int8 === 1))
  expect(() => positive.setParameter('value', -1)).toThrow(
    'int8 is an indexed int8, whose `equals` cannot change to -1; use `between` with it twice',
  )
})
