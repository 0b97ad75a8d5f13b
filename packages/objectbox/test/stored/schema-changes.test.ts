import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  bool,
  entity,
  floatVector,
  id,
  int16,
  int32,
  int64,
  ModelError,
  openStore,
  removeDatabaseFiles,
  string,
  toMany,
  toOne,
  type AnyEntity,
  type Store,
  type StoreOptions,
} from '../../src/index.ts'
import { temporaryDirectory } from './temporary-store.ts'

let directory = ''

/** Runs `body` in a store of the entities at the same directory, then closes it. */
function withStore<Result>(
  entities: readonly AnyEntity[],
  body: (store: Store) => Result,
  options: Partial<StoreOptions> = {},
): Result {
  using store = openStore({ directory, entities, ...options })
  return body(store)
}

/** The uid of `Entity` or `Entity.property` in the model file, as a user would copy it. */
function uidOf(entityName: string, property?: string): string {
  const text = readFileSync(join(directory, 'objectbox-model.json'), 'utf8')
  const model: {
    entities: { id: string; name: string; properties: { id: string; name: string }[] }[]
  } = JSON.parse(text)
  const found = model.entities.find(({ name }) => name === entityName)!
  const item = property ? found.properties.find(({ name }) => name === property)! : found
  return item.id.split(':')[1]!
}

const Tag = entity('Tag', { id: id(), label: string() })
const Note = entity('Note', {
  id: id(),
  text: string().index(),
  level: int16(),
  tags: toMany(() => Tag),
})

function withIndexes(text: ReturnType<typeof string>, level: ReturnType<typeof int16>) {
  return entity('Note', { id: id(), text, level, tags: toMany(() => Tag) })
}

beforeEach(() => {
  directory = temporaryDirectory()
  withStore([Note, Tag], (store) => {
    const notes = store.box(Note)
    const tags = store.box(Tag)
    notes.putMany([
      { text: 'one', level: 1 },
      { text: 'two', level: 2 },
    ])
    notes.relation('tags').add(1, tags.put({ label: 'blue' }))
  })
})

describe('a stored database', () => {
  test('gives old objects the default, null or zero of an added property', () => {
    const Changed = entity('Note', {
      id: id(),
      text: string().index(),
      level: int16(),
      tags: toMany(() => Tag),
      done: bool().default(true),
      rank: int32().nullable(),
      count: int64(),
    })
    withStore([Changed, Tag], (store) => {
      const notes = store.box(Changed)
      expect(notes.get(1)).toEqual({
        id: 1,
        text: 'one',
        level: 1,
        done: true,
        rank: null,
        count: 0,
      })
      expect(notes.findIds((note) => note.rank.isNull())).toEqual([1, 2])
      notes.put({ text: 'three', level: 3, rank: 0, count: 5 })
      expect(notes.findIds((note) => note.rank.equals(0))).toEqual([3])
    })
  })

  test('keeps the values of a property renamed by its uid, and its index', () => {
    const Changed = entity('Note', {
      id: id(),
      title: string().index().uid(uidOf('Note', 'text')),
      level: int16(),
      tags: toMany(() => Tag),
    })
    withStore([Changed, Tag], (store) => {
      const notes = store.box(Changed)
      expect(notes.get(2)).toEqual({ id: 2, title: 'two', level: 2 })
      expect(notes.findIds((note) => note.title.equals('one'))).toEqual([1])
    })
  })

  test('keeps the objects and relations of an entity renamed by its uid', () => {
    const Label = entity('Label', { id: id(), label: string() }, { uid: uidOf('Tag') })
    const Changed = entity('Note', {
      id: id(),
      text: string().index(),
      level: int16(),
      tags: toMany(() => Label),
    })
    withStore([Changed, Label], (store) => {
      expect(store.box(Label).all()).toEqual([{ id: 1, label: 'blue' }])
      expect(store.box(Changed).relation('tags').get(1)).toEqual([{ id: 1, label: 'blue' }])
    })
  })

  test('warns when a rename without the uid leaves the values behind', async () => {
    const Changed = entity('Note', {
      id: id(),
      title: string(),
      level: int16(),
      tags: toMany(() => Tag),
    })
    const warning = new Promise<Error>((resolve) => {
      process.once('warning', resolve)
    })
    const uid = uidOf('Note', 'text')
    expect(withStore([Changed, Tag], (store) => store.box(Changed).get(1)?.title)).toBe('')
    expect((await warning).message).toContain(`give the new name the uid '${uid}'`)
  })

  test('refuses another type, and starts the property anew with a fresh uid', () => {
    const levelAs = (property: ReturnType<typeof int32>) =>
      entity('Note', { id: id(), text: string().index(), level: property, tags: toMany(() => Tag) })
    const open = () => withStore([levelAs(int32()), Tag], () => undefined)
    expect(open).toThrow(ModelError)
    expect(open).toThrow('Note.level is stored as short, but defined as int')
    const Changed = levelAs(int32().uid('4242'))
    withStore([Changed, Tag], (store) => {
      const notes = store.box(Changed)
      expect(notes.get(1)).toEqual({ id: 1, text: 'one', level: 0 })
      notes.put({ id: 1, text: 'one', level: 100_000 })
      expect(notes.findIds((note) => note.level.greaterThan(50_000))).toEqual([1])
    })
  })

  test('loses a removed property for good, also when one of its name is added again', () => {
    const Without = entity('Note', { id: id(), level: int16(), tags: toMany(() => Tag) })
    withStore([Without, Tag], (store) => {
      expect(store.box(Without).all()).toEqual([
        { id: 1, level: 1 },
        { id: 2, level: 2 },
      ])
    })
    withStore([Note, Tag], (store) => expect(store.box(Note).get(1)?.text).toBe(''))
  })

  test('builds and drops indexes', () => {
    for (const Changed of [
      withIndexes(string().index('value'), int16().index()),
      withIndexes(string().index('hash64'), int16()),
      withIndexes(string(), int16().unique()),
      withIndexes(string().unique(), int16()),
    ]) {
      withStore([Changed, Tag], (store) => {
        const notes = store.box(Changed)
        expect(notes.findIds((note) => note.text.equals('two'))).toEqual([2])
        expect(notes.findIds((note) => note.level.equals(1))).toEqual([1])
      })
    }
  })

  test('adds and removes relations', () => {
    const Changed = entity('Note', {
      id: id(),
      text: string().index(),
      level: int16(),
      parent: toOne('self'),
      related: toMany('self'),
    })
    withStore([Changed, Tag], (store) => {
      const notes = store.box(Changed)
      expect(notes.get(1)?.parentId).toBeNull()
      notes.put({ id: 2, text: 'two', level: 2, parentId: 1 })
      notes.relation('related').add(1, 2)
      expect(notes.target(notes.get(2)!, 'parent')).toMatchObject({ id: 1 })
      expect(notes.relation('related').ids(1)).toEqual([2])
    })
    withStore([Note, Tag], (store) => {
      expect(store.box(Note).relation('tags').ids(1)).toEqual([])
    })
  })

  test('adds a vector index to stored vectors', () => {
    const Plain = entity('City', { id: id(), at: floatVector() })
    const Indexed = entity('City', { id: id(), at: floatVector().hnsw({ dimensions: 2 }) })
    withStore([Note, Tag, Plain], (store) => {
      store.box(Plain).putMany([{ at: [1, 1] }, { at: [5, 5] }])
    })
    withStore([Note, Tag, Indexed], (store) => {
      const near = store.box(Indexed).findIds((city) => city.at.nearestNeighbors([4, 4], 1))
      expect(near).toEqual([2])
    })
  })
})

describe('an entity left out', () => {
  test('keeps its rows: the open is refused', () => {
    expect(() => withStore([Tag], () => undefined)).toThrow(
      "has the entity Note, which the store's entities leave out: opening would delete all its rows",
    )
    expect(withStore([Note, Tag], (store) => store.box(Note).count())).toBe(2)
  })

  test('is removed with its rows when that is allowed', () => {
    withStore([Tag], (store) => expect(store.box(Tag).count()).toBe(1), { allowRemoval: ['Note'] })
    expect(withStore([Note, Tag], (store) => store.box(Note).count())).toBe(0)
  })
})

describe('the model file', () => {
  test('is not made anew for an existing store', () => {
    rmSync(join(directory, 'objectbox-model.json'))
    expect(() => withStore([Note, Tag], () => undefined)).toThrow(
      'is missing, but its store exists; restore the file from version control',
    )
  })

  test('lies where the options say', () => {
    const modelFile = join(directory, 'elsewhere.json')
    removeDatabaseFiles(directory)
    rmSync(join(directory, 'objectbox-model.json'), { force: true })
    withStore([Note, Tag], (store) => store.box(Tag).put({ label: 'x' }), { modelFile })
    expect(readFileSync(modelFile, 'utf8')).toContain('"name": "Note"')
    expect(withStore([Note, Tag], (store) => store.box(Tag).count(), { modelFile })).toBe(1)
  })

  test('is not needed in memory', () => {
    using store = openStore({ directory: 'memory:schema-changes', entities: [Note, Tag] })
    expect(store.box(Tag).put({ label: 'x' })).toBe(1)
  })
})
