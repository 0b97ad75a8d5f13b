/** A second process for the tests: opens the database and does one thing. */
import { openStore } from '../../src/index.ts'
import { entities, Note, someNotes } from './entities.ts'

const [mode = '', directory = ''] = process.argv.slice(2)

const actions: Readonly<Record<string, () => void>> = {
  count: () => {
    using store = openStore({ directory, entities })
    say(String(store.box(Note).count()))
  },
  'count-read-only': () => {
    using store = openStore({ directory, entities, readOnly: true, modelSync: 'skip' })
    say(String(store.box(Note).count()))
  },
  hold: () => {
    const store = openStore({ directory, entities })
    say('holding')
    setInterval(() => store.isOpen, 1000)
  },
  'exit-with-everything-open': () => {
    const store = openStore({ directory, entities })
    store.box(Note).putMany(someNotes(100))
    store
      .box(Note)
      .query((note) => note.level.equals(1))
      .build()
    store.observe(() => undefined)
    say('leaving')
    store.runInTransaction('write', () => {
      store.box(Note).put({ text: 'never committed', level: 1 })
      process.exit(0)
    })
  },
  'observe-and-end': () => {
    const store = openStore({ directory, entities })
    store.observe(() => undefined)
    store.box(Note).put({ text: 'seen', level: 1 })
    say('done')
  },
  // Commits in blocks of 100 and says so after each, until it is killed.
  'write-forever': () => {
    const store = openStore({ directory, entities })
    for (;;) {
      store.box(Note).putMany(someNotes(100))
      process.stdout.write('100\n')
    }
  },
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

try {
  actions[mode]?.()
} catch (error) {
  if (!(error instanceof Error)) throw error
  say(`${error.name}: ${error.message}`)
}
