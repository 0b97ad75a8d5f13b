import { describe, expect, test } from 'vitest'
import { entity, floatVector, id, int16, string, toMany, toOne } from '../../src/entity/index.ts'
import { stringifyModelJson, syncModel } from '../../src/model/index.ts'
import { Author, changesOf, Note, sync } from './sync-with.ts'

const first = sync([Author, Note])

test('a new model gets ids in the order of the definitions', () => {
  expect(stringifyModelJson(first.json)).toMatchInlineSnapshot(`
    "{
      "_note1": "Keep this file under version control: it ties the stored data to the definitions.",
      "_note2": "ObjectBox gives the ids in it and never gives one twice; do not edit them.",
      "_note3": "After a merge conflict keep every id of both sides, and give ids used twice anew.",
      "entities": [
        {
          "id": "1:1001",
          "lastPropertyId": "2:1004",
          "name": "Author",
          "properties": [
            {
              "id": "1:1003",
              "name": "id",
              "type": 6,
              "flags": 1
            },
            {
              "id": "2:1004",
              "name": "name",
              "type": 9,
              "flags": 2080,
              "indexId": "1:1005"
            }
          ],
          "relations": []
        },
        {
          "id": "2:1002",
          "lastPropertyId": "4:1010",
          "name": "Note",
          "properties": [
            {
              "id": "1:1006",
              "name": "id",
              "type": 6,
              "flags": 1
            },
            {
              "id": "2:1007",
              "name": "text",
              "type": 9,
              "flags": 2048,
              "indexId": "2:1008"
            },
            {
              "id": "3:1009",
              "name": "level",
              "type": 3
            },
            {
              "id": "4:1010",
              "name": "authorId",
              "type": 11,
              "flags": 520,
              "relationTarget": "Author",
              "indexId": "3:1011"
            }
          ],
          "relations": [
            {
              "id": "1:1012",
              "name": "tags",
              "targetId": "1:1001"
            }
          ]
        }
      ],
      "lastEntityId": "2:1002",
      "lastIndexId": "3:1011",
      "lastRelationId": "1:1012",
      "lastSequenceId": "0:0",
      "modelVersion": 5,
      "modelVersionParserMinimum": 5,
      "retiredEntityUids": [],
      "retiredIndexUids": [],
      "retiredPropertyUids": [],
      "retiredRelationUids": [],
      "version": 1
    }
    "
  `)
})

test('the resolved model has what the library needs to know', () => {
  const [author, note] = first.resolved.entities
  expect(note).toMatchObject({ id: 2, name: 'Note', flags: 0, lastPropertyId: { id: 4 } })
  expect(
    note!.properties.map(({ id: propertyId, name, type, flags, index }) => [
      propertyId,
      name,
      type,
      flags,
      index?.id,
    ]),
  ).toEqual([
    [1, 'id', 6, 1, undefined],
    [2, 'text', 9, 2048, 2],
    [3, 'level', 3, 0, undefined],
    [4, 'authorId', 11, 520, 3],
  ])
  expect(note!.properties[3]!.relationTarget).toBe('Author')
  expect(note!.relations).toMatchObject([
    { id: 1, name: 'tags', target: { id: 1, uid: author!.uid } },
  ])
  expect(first.resolved).toMatchObject({
    lastEntityId: { id: 2 },
    lastIndexId: { id: 3 },
    lastRelationId: { id: 1 },
  })
})

test('syncing again changes nothing', () => {
  const again = sync([Author, Note], first.json)
  expect(again.changes).toEqual([])
  expect(again.json).toEqual(first.json)
  expect(again.resolved).toEqual(first.resolved)
})

test('the given content is never modified', () => {
  const before = structuredClone(first.json)
  sync([entity('Other', { id: id() })], first.json, { allowRemoval: true })
  expect(first.json).toEqual(before)
})

describe('an entity left out', () => {
  test('is refused, since opening would delete its rows', () => {
    expect(() => sync([Author], first.json)).toThrow(
      "the model has the entity Note, which the store's entities leave out: opening would delete all its rows. Add it to the entities, or allow that with allowRemoval: ['Note']",
    )
    expect(() => sync([Author], first.json, { allowRemoval: ['Tag'] })).toThrow('allowRemoval')
  })

  test('is retired with all it has when its removal is allowed', () => {
    for (const allowRemoval of [true, ['Note']]) {
      const result = sync([Author], first.json, { allowRemoval })
      expect(changesOf(result)).toEqual(['removed Note'])
      expect(result.json.entities.map(({ name }) => name)).toEqual(['Author'])
      expect(result.json.retiredEntityUids).toHaveLength(1)
      expect(result.json.retiredPropertyUids).toHaveLength(4)
      expect(result.json.retiredIndexUids).toHaveLength(2)
      expect(result.json.retiredRelationUids).toHaveLength(1)
      expect(result.resolved.lastEntityId.id).toBe(2)
    }
  })
})

describe('relations', () => {
  test('follow the rename of the entity they point at', () => {
    const uid = first.resolved.entities[0]!.uid
    const Writer = entity('Writer', { id: id(), name: string().unique() }, { uid })
    const Changed = entity('Note', {
      id: id(),
      text: string().index(),
      level: int16(),
      author: toOne(() => Writer),
      tags: toMany(() => Writer),
    })
    const result = sync([Writer, Changed], first.json)
    expect(changesOf(result)).toEqual(['renamed Author -> Writer'])
    expect(result.resolved.entities[1]!.properties[3]!.relationTarget).toBe('Writer')
    expect(result.resolved.entities[1]!.relations[0]!.targetName).toBe('Writer')
  })

  test('refuse another target under the same uid', () => {
    const Self = entity('Note', {
      id: id(),
      text: string().index(),
      level: int16(),
      author: toOne('self'),
    })
    expect(() => sync([Author, Self], first.json)).toThrow(
      'Note.authorId is stored as to-one Author, but defined as to-one Note',
    )
    const Many = entity('Note', {
      id: id(),
      text: string().index(),
      level: int16(),
      author: toOne(() => Author),
      tags: toMany('self'),
    })
    expect(() => sync([Author, Many], first.json)).toThrow(
      'Note.tags is stored as to-many Author, but defined as to-many Note',
    )
  })

  test('point at entities of the same store', () => {
    expect(() => sync([Note])).toThrow(
      "Note.author points at Author, which is not among the store's entities; add it",
    )
  })
})

describe('uids', () => {
  test('given by the definitions are used in a new model', () => {
    const Given = entity('Given', { id: id().uid('77'), text: string().uid(78n) }, { uid: 79n })
    const { resolved } = sync([Given])
    expect(resolved.entities[0]!.uid).toBe(79n)
    expect(resolved.entities[0]!.properties.map(({ uid }) => uid)).toEqual([77n, 78n])
  })

  test('that something else has or had are refused', () => {
    const Given = entity('Given', { id: id().uid('77'), text: string().uid(77n) })
    expect(() => sync([Given])).toThrow('Given.id and Given.text are given the same uid 77')
    const One = entity('One', { id: id().uid(5n), text: string().uid(6n) })
    const without = sync([entity('One', { id: id() })], sync([One]).json)
    expect(() => sync([One], without.json)).toThrow(
      'One.text is given the uid 6 of the retired uid 6; use a free one',
    )
  })

  test('are random, positive and within 63 bits', () => {
    const { resolved } = syncModel([Note.schema, Author.schema], undefined)
    const uids = resolved.entities.flatMap((one) => [
      one.uid,
      ...one.properties.map(({ uid }) => uid),
    ])
    expect(new Set(uids).size).toBe(uids.length)
    expect(uids.every((uid) => uid > 0n && uid < 2n ** 63n)).toBe(true)
    expect(uids.some((uid) => uid > 2n ** 53n)).toBe(true)
  })
})

test('an HNSW index is an index of the model', () => {
  const City = entity('City', { id: id(), location: floatVector().hnsw({ dimensions: 2 }) })
  expect(sync([City]).resolved.entities[0]!.properties[1]).toMatchObject({
    type: 28,
    flags: 8,
    index: { id: 1 },
    schema: { hnsw: { dimensions: 2 } },
  })
})

test('two entities of the same name are refused, and so is none at all', () => {
  expect(() => sync([Author, entity('AUTHOR', { id: id() })])).toThrow(
    'two entities are named AUTHOR',
  )
  expect(() => sync([])).toThrow('a store needs at least one entity')
})
