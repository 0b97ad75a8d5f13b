/** Authors, notes and tags: to-one, to-many, backlinks, conditions over them. Run: node examples/relations.ts */
import { backlink, entity, id, openStore, string, toMany, toOne } from '@rowrate/objectbox'

const Author = entity('Author', { id: id(), name: string().unique() })
const Tag = entity('Tag', { id: id(), label: string().unique() })
const Note = entity('Note', {
  id: id(),
  text: string(),
  author: toOne(() => Author),
  tags: toMany(() => Tag),
})

using store = openStore({ directory: 'memory:relations', entities: [Author, Tag, Note] })
const authors = store.box(Author)
const tags = store.box(Tag)
const notes = store.box(Note)

const [ada, grace] = authors.putMany([{ name: 'Ada' }, { name: 'Grace' }])
const [engines, debugging] = tags.putMany([{ label: 'engines' }, { label: 'debugging' }])

// A to-one is the other object's id under `<name>Id`.
const analytical = notes.put({ text: 'On the analytical engine', authorId: ada! })
const moth = notes.put({ text: 'A moth in the relay', authorId: grace! })

// A to-many is kept beside the objects.
notes.relation('tags').add(analytical, engines!)
notes.relation('tags').add(moth, engines!, debugging!)

// Lazily: one read per call.
console.log(notes.target(notes.get(moth)!, 'author')?.name)
console.log(
  notes
    .relation('tags')
    .get(moth)
    .map(({ label }) => label)
    .join(', '),
)

// Eagerly: a fixed number of reads, however many notes there are.
for (const note of notes.find(undefined, { include: { author: true, tags: true } })) {
  console.log(
    `${note.author?.name}: ${note.text} [${note.tags.map(({ label }) => label).join(', ')}]`,
  )
}

// From the other side.
const withNotes = authors.get(ada!, { include: { notes: backlink(Note, 'author') } })
console.log(`${withNotes?.name} wrote ${withNotes?.notes.length} note`)

// Conditions follow relations too.
const found = notes.find((note) =>
  note.author
    .matches((author) => author.name.equals('Grace'))
    .and(note.tags.some((tag) => tag.label.equals('engines'))),
)
console.log(found.map(({ text }) => text).join(', '))
