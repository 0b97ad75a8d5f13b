/** Notes on disk: put, find, change in a transaction. Run: node examples/notes.ts [directory] */
import { date, entity, id, int16, openStore, string, type InferEntity } from '@rowrate/objectbox'

const Note = entity('Note', {
  id: id(),
  text: string(),
  level: int16().index(),
  created: date(),
})
type Note = InferEntity<typeof Note>

using store = openStore({ directory: process.argv[2] ?? 'memory:notes', entities: [Note] })
const notes = store.box(Note)

notes.putMany([
  { text: 'buy tea', level: 1, created: new Date('2026-05-01') },
  { text: 'call Ada', level: 3, created: new Date('2026-05-02') },
  { text: 'water the tea plant', level: 2, created: new Date('2026-05-03') },
])

const aboutTea = notes.find((note) => note.text.contains('tea').and(note.level.lessThan(3)), {
  order: { by: 'created', descending: true },
})
print('about tea', aboutTea)

// All of it or nothing: an exception in here takes everything back.
store.runInTransaction('write', () => {
  for (const note of aboutTea) notes.put({ ...note, level: note.level + 10 })
})
print(
  'urgent',
  notes.find((note) => note.level.greaterThan(10)),
)

console.log(`${notes.removeWhere((note) => note.level.lessThan(10))} note removed`)
console.log(`${notes.count()} notes left`)

function print(title: string, found: readonly Note[]): void {
  console.log(`${title}: ${found.map(({ text, level }) => `${text} (${level})`).join(', ')}`)
}
