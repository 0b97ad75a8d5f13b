import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../src/index.ts'
import { writeInputs } from './inputs.ts'
import { Journal, JOURNAL_COUNT, LARGE_COUNT, NOTE_COUNT, storedJournals } from './journal.ts'
import { createSqlite } from './sqlite-works.ts'
import type { StoreKind, Work } from './works.ts'

const counts: Readonly<Record<StoreKind, number>> = {
  journals: JOURNAL_COUNT,
  large: LARGE_COUNT,
  notes: NOTE_COUNT,
}

/** The stores and input files of a run, made once and copied for works that write. */
export class Stores {
  readonly inputs: string
  readonly #directory: string
  #copies = 0

  constructor(directory: string) {
    this.#directory = directory
    this.inputs = join(directory, 'inputs')
    mkdirSync(this.inputs, { recursive: true })
    for (const kind of Object.keys(counts) as StoreKind[]) this.#create(kind)
  }

  /** A directory with both databases, for one process. */
  place({ store, writes }: Work): string {
    const original = join(this.#directory, store)
    if (!writes) return original
    const copy = join(this.#directory, `copy-${++this.#copies}`)
    cpSync(original, copy, { recursive: true })
    return copy
  }

  #create(kind: StoreKind): void {
    const directory = join(this.#directory, kind)
    const journals = storedJournals(counts[kind])
    using store = openStore({ directory, entities: [Journal] })
    const box = store.box(Journal)
    box.putMany(journals.map(({ timestamp, level, text }) => ({ timestamp, level, text })))
    if (kind === 'journals') writeInputs(this.inputs, box.bound.resolved)
    createSqlite(directory, journals)
  }
}
