/**
 * A million puts, gets and queries each, in one turn of the event loop and again with turns in
 * between: fails when the resident memory grows by 10 MB or more after the first tenth.
 *
 *   node --expose-gc test/stress/memory.ts [operations] [work]
 *
 * V8 enlarges its young generation by tens of megabytes while any loop runs, with or without a
 * database; so all of it is brought into use before anything is measured.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { entity, id, int16, openStore, string } from '../../src/index.ts'

const operations = Number(process.argv[2] ?? 1_000_000)
const only = process.argv[3]
const ALLOWED_GROWTH_BYTES = 10_000_000
const OBJECTS = 1000
const OPERATIONS_PER_TURN = 1000

const Note = entity('Note', { id: id(), level: int16().index(), text: string() })
const directory = mkdtempSync(join(tmpdir(), 'objectbox-memory-'))
const store = openStore({ directory, entities: [Note] })
const notes = store.box(Note)
notes.putMany(Array.from({ length: OBJECTS }, (_, index) => makeNote(index)))

const works: Readonly<Record<string, (index: number) => void>> = {
  put: (index) => {
    if (index % OPERATIONS_PER_TURN !== 0) return
    store.runInTransaction('write', () => {
      for (let i = 0; i < OPERATIONS_PER_TURN; i++) {
        notes.put({ id: ((index + i) % OBJECTS) + 1, ...makeNote(index + i) })
      }
    })
  },
  get: (index) => {
    if (notes.get((index % OBJECTS) + 1)?.level === undefined) throw new Error('nothing was read')
  },
  'cached query': (index) => {
    notes.findFirst((note) => note.level.equals(index % 20))
  },
  'one-shot query': (index) => {
    notes.count((note) => note.id.equals(index).and(note.level.equals(3)))
  },
  'built query': (index) => {
    using query = notes.query((note) => note.id.equals(index)).build()
    if (query.findIds().length > 1) throw new Error('an id was found twice')
  },
}

let failures = 0
fillYoungGeneration()
for (const [name, work] of Object.entries(works)) {
  if (only !== undefined && only !== name) continue
  // V8 compiles the loop while it first runs, which takes and keeps a dozen megabytes once.
  runInOneTurn(work, operations / 10)
  report(name, 'one turn', runInOneTurn(work, operations))
  report(name, 'turns between', await runWithTurns(work))
}
store.close()
rmSync(directory, { recursive: true })
process.exitCode = failures === 0 ? 0 : 1

/** Objects of which some survive their first collections: both halves and the old space are touched. */
function fillYoungGeneration(): void {
  const survivors: object[] = []
  for (let index = 0; index < 5_000_000; index++) {
    survivors[index % 300_000] = { index, text: `survivor ${index}` }
  }
  if (survivors.length === 0) throw new Error('nothing survived')
}

function makeNote(index: number) {
  return { level: index % 20, text: `the text of note number ${index}` }
}

function runInOneTurn(work: (index: number) => void, count: number): number {
  let afterTenth = 0
  for (let index = 0; index < count; index++) {
    work(index)
    if (index === count / 10) afterTenth = residentBytes()
  }
  return residentBytes() - afterTenth
}

async function runWithTurns(work: (index: number) => void): Promise<number> {
  let afterTenth = 0
  for (let index = 0; index < operations; index++) {
    work(index)
    if (index === operations / 10) afterTenth = residentBytes()
    if (index % OPERATIONS_PER_TURN === 0) await setImmediate()
  }
  return residentBytes() - afterTenth
}

/** After a collection: what is still resident is held or lost. */
function residentBytes(): number {
  globalThis.gc!()
  return process.memoryUsage.rss()
}

function report(name: string, how: string, growthBytes: number): void {
  const isTooMuch = growthBytes >= ALLOWED_GROWTH_BYTES
  if (isTooMuch) failures++
  const megabytes = (growthBytes / 1e6).toFixed(1)
  process.stdout.write(`${isTooMuch ? 'FAIL' : 'ok  '} ${name}, ${how}: ${megabytes} MB\n`)
}
