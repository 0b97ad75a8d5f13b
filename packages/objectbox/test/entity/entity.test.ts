import { describe, expect, test } from 'vitest'
import * as obx from '../../src/entity/index.ts'

const { entity, id } = obx

/** A call that the types would refuse, as JavaScript can make it. */
function call(property: obx.AnyProperty, method: string, ...args: unknown[]): obx.AnyProperty {
  return Reflect.apply(Reflect.get(property, method), property, args)
}

describe('a wrong definition is refused where it is made', () => {
  test.each<[string, () => unknown]>([
    ['X has no id; add one: { id: id(), ... }', () => entity('X', { text: obx.string() })],
    ['X has 2 ids, a and b; an entity has exactly one', () => entity('X', { a: id(), b: id() })],
    [
      'X has two properties named TEXT',
      () => entity('X', { id: id(), text: obx.string(), TEXT: obx.string() }),
    ],
    [
      'X has two properties named authorId',
      () => entity('X', { id: id(), author: obx.toOne('self'), authorId: obx.int64() }),
    ],
    [
      'X.value is a float, which cannot have an index',
      () => entity('X', { id: id(), value: call(obx.float(), 'index') }),
    ],
    [
      'X.value is a floatVector, which cannot have an index; use hnsw({ dimensions })',
      () => entity('X', { id: id(), value: call(obx.floatVector(), 'index') }),
    ],
    [
      "X.value is a int16: a hash index is only for strings; use 'value'",
      () => entity('X', { id: id(), value: call(obx.int16(), 'index', 'hash') }),
    ],
    [
      'X.value: hnsw dimensions must be a whole number from 1, not 0',
      () => entity('X', { id: id(), value: obx.floatVector().hnsw({ dimensions: 0 }) }),
    ],
    [
      'X.value: unknown hnsw distance far; known are euclidean, cosine',
      () =>
        entity('X', {
          id: id(),
          value: call(obx.floatVector(), 'hnsw', { dimensions: 2, distance: 'far' }),
        }),
    ],
    [
      'default of X.value: 300 is out of range for int8 (-128 to 127)',
      () => entity('X', { id: id(), value: obx.int8().default(300) }),
    ],
    [
      'X.value: uid 0 is not from 1 to 2^63 - 1; see objectbox-model.json',
      () => entity('X', { id: id(), value: obx.int8().uid(0n) }),
    ],
    [
      'entity X: uid 9223372036854775808 is not from 1',
      () => entity('X', { id: id() }, { uid: 2n ** 63n }),
    ],
    [
      'X.value is not a property definition; use id(), string(), toOne(...) and the like',
      () => entity('X', { id: id(), value: JSON.parse('"string"') }),
    ],
  ])('%s', (message, define) => {
    expect(define).toThrow(message)
  })
})

test.each(['', '0a', 'é', 'a b', 'a-b', '$a', 'a.b', 'a\0b', '__proto__', 'a\uD800'])(
  'the library takes no name like %j, so no entity, property or relation has one',
  (name) => {
    const message = `${JSON.stringify(name)} cannot be the name of `
    expect(() => entity(name, { id: id() })).toThrow(message)
    expect(() => entity('X', { id: id(), [name]: obx.bool() })).toThrow(message)
    expect(() => entity('X', { id: id(), [name]: obx.toMany('self') })).toThrow(message)
  },
)

test('every kind of property has the type and flags of the library', () => {
  const { schema } = entity('X', {
    id: id({ assignable: true }),
    text: obx.string().index('hash64').unique({ onConflict: 'replace' }),
    name: obx.string().unique(),
    level: obx.uint16().index(),
    location: obx.floatVector().hnsw({ dimensions: 2, distance: 'cosine' }),
    other: obx.toOne('self'),
    many: obx.toMany('self'),
  })
  expect(schema.properties.map(({ name, type, flags }) => [name, type, flags])).toEqual([
    ['id', 6, 1 | 128],
    ['text', 9, 4096 | 32 | 32_768],
    ['name', 9, 2048 | 32],
    ['level', 3, 8192 | 8],
    ['location', 28, 8],
    ['otherId', 11, 8 | 512],
  ])
  expect(schema.idProperty.name).toBe('id')
  expect(schema.relations.map(({ name, target }) => [name, target()])).toEqual([['many', schema]])
  expect(schema.properties[5]!.target!()).toBe(schema)
})

test('a chain of calls never changes the definition it started from', () => {
  const plain = obx.string()
  const changed = plain.index().nullable().uid('5')
  expect(plain.settings).toEqual(obx.string().settings)
  expect(changed.settings).toMatchObject({ index: 'hash', nullable: true, uid: 5n })
})

test('a relation without a target says what to do', () => {
  const Lost = entity('Lost', {
    id: id(),
    other: obx.toOne((): obx.AnyEntity => JSON.parse('null')),
  })
  expect(() => Lost.schema.properties[1]!.target!()).toThrow(
    'a relation of Lost does not point at an entity; use toOne(() => Other)',
  )
})

test('a backlink names the relation from its owner', () => {
  const Note = entity('Note', { id: id(), author: obx.toOne('self') })
  expect(obx.backlink(Note, 'author')).toEqual({ entity: Note, relation: 'author' })
})
