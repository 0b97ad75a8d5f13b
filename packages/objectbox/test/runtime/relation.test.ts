/* oxlint-disable typescript/no-unsafe-type-assertion -- misuse that types forbid is what is tested */
import { describe, expect, expectTypeOf, it } from 'vitest'
import { backlink, IdNotFoundError, type InferEntity } from '../../src/index.ts'
import { temporaryStore } from '../stored/temporary-store.ts'
import { Author, entities, Note, Tag } from './entities.ts'

function filledStore() {
  const store = temporaryStore(entities)
  const [ann, bob] = store.box(Author).putMany([{ name: 'Ann' }, { name: 'Bob' }]) as [
    number,
    number,
  ]
  const [red, green, blue] = store
    .box(Tag)
    .putMany([{ label: 'red' }, { label: 'green' }, { label: 'blue' }]) as [number, number, number]
  const notes = store.box(Note)
  const [first, second, third] = notes.putMany([
    { text: 'first', level: 1, authorId: ann },
    { text: 'second', level: 2, authorId: bob },
    { text: 'third', level: 3 },
  ]) as [number, number, number]
  notes.relation('tags').add(first, red, green)
  notes.relation('tags').add(second, green)
  return { store, notes, ann, bob, red, green, blue, first, second, third }
}

describe('to-one', () => {
  it('is read when asked for, or along with the objects', () => {
    const { notes, first, third } = filledStore()
    expect(notes.target(notes.get(first)!, 'author')).toEqual({ id: 1, name: 'Ann' })
    expect(notes.target(notes.get(third)!, 'author')).toBeNull()
    const found = notes.find(undefined, { include: { author: true } })
    expect(found.map(({ author }) => author?.name ?? null)).toEqual(['Ann', 'Bob', null])
    expect(notes.get(first, { include: { author: true } })?.author?.name).toBe('Ann')
    expectTypeOf(found[0]!.author).toEqualTypeOf<InferEntity<typeof Author> | null>()
  })

  it('is null when its object is gone', () => {
    const { store, notes, ann, first } = filledStore()
    store.box(Author).remove(ann)
    expect(notes.get(first, { include: { author: true } })).toMatchObject({
      authorId: null,
      author: null,
    })
    notes.put({ ...notes.get(first)!, authorId: 77 })
    expect(notes.get(first, { include: { author: true } })?.author).toBeNull()
    expect(notes.target(notes.get(first)!, 'author')).toBeNull()
  })

  it('has a backlink', () => {
    const { store, ann } = filledStore()
    const written = backlink(Note, 'author')
    const authors = store.box(Author)
    expect(authors.backlinks(ann, written).map(({ text }) => text)).toEqual(['first'])
    const found = authors.get(ann, { include: { notes: written } })
    expect(found?.notes.map(({ text }) => text)).toEqual(['first'])
    const everyone = authors.find(undefined, { include: { notes: written } })
    expect(everyone.map((author) => author.notes.length)).toEqual([1, 1])
  })
})

describe('to-many', () => {
  it('is read when asked for, along with the objects, and from its other end', () => {
    const { store, notes, first, second, third, green } = filledStore()
    const tags = notes.relation('tags')
    expect(tags.ids(first)).toEqual([1, 2])
    expect(tags.get(second)).toEqual([{ id: 2, label: 'green' }])
    expect(tags.get(third)).toEqual([])
    const found = notes.find(undefined, { include: { tags: true, author: true } })
    expect(found.map((note) => note.tags.map(({ label }) => label))).toEqual([
      ['red', 'green'],
      ['green'],
      [],
    ])
    const tagged = store.box(Tag).backlinks(green, backlink(Note, 'tags'))
    expect(tagged.map(({ text }) => text)).toEqual(['first', 'second'])
  })

  it('is added to, taken from and replaced, once per pair', () => {
    const { notes, first, red, green, blue } = filledStore()
    const tags = notes.relation('tags')
    tags.add(first, red, blue)
    expect(tags.ids(first)).toEqual([red, green, blue])
    expect(tags.remove(first, red, red, 99)).toBe(1)
    expect(tags.ids(first)).toEqual([green, blue])
    tags.replace(first, [red, blue])
    expect(tags.ids(first)).toEqual([red, blue])
    tags.replace(first, [])
    expect(tags.ids(first)).toEqual([])
  })

  it('is not stored for objects that do not exist', () => {
    const { notes, first, red } = filledStore()
    const tags = notes.relation('tags')
    expect(() => tags.add(first, red, 99)).toThrow(IdNotFoundError)
    expect(() => tags.add(99, red)).toThrow(/no Note with the id 99/)
    expect(() => tags.add(0, red)).toThrow(TypeError)
    expect(tags.ids(99)).toEqual([])
  })

  it('ends with either object', () => {
    const { store, notes, first, green, red } = filledStore()
    store.box(Tag).remove(green)
    expect(notes.relation('tags').ids(first)).toEqual([red])
    notes.remove(first)
    expect(store.box(Tag).backlinks(red, backlink(Note, 'tags'))).toEqual([])
  })

  it('is conditioned on', () => {
    const { notes } = filledStore()
    expect(notes.findIds((note) => note.tags.some((tag) => tag.label.equals('green')))).toEqual([
      1, 2,
    ])
    expect(
      notes.findIds((note) =>
        note.tags.some((tag) => tag.label.equals('green')).and(note.level.equals(2)),
      ),
    ).toEqual([2])
  })

  it('is refused by a name that it has not', () => {
    const { notes } = filledStore()
    expect(() => notes.relation('author' as never)).toThrow(/no to-many relation author/)
    expect(() => notes.target(notes.get(1)!, 'tags' as never)).toThrow(/no to-one tags/)
    expect(() => notes.find(undefined, { include: { nothing: true } })).toThrow(
      /no relation nothing/,
    )
  })
})
