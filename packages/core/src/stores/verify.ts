import type { Settings } from '../engine.ts'
import type { AnyNoteStore, AnyStoreEngine, StoredNote, StoreOptions } from './engine.ts'
import { storeDirectory } from './folders.ts'
import type { PhaseJob, PhaseResult } from './job.ts'
import { judgeCount, judgeNotes, judgeStoreSettings } from './judge.ts'
import { noteOf, notesOf } from './notes.ts'
import type { StorePass } from './steps.ts'
import { closeStep, openStep, queryStep } from './steps.ts'
import { visit } from './visit.ts'

/** So many stores of a phase have every note read and compared. */
const sampleSize = 10

/** A few stores of a list, evenly spread, its first and last among them. */
export function sampleOf(stores: readonly number[]): number[] {
  const last = stores.length - 1
  const count = Math.min(sampleSize, stores.length)
  const places = Array.from({ length: count }, (_, index) =>
    count === 1 ? 0 : Math.round((index * last) / (count - 1)),
  )
  return places.map((place) => stores[place]!)
}

/** A store as the phases that do not write need it. */
export const passOf = (job: PhaseJob, index: number, id = 1): StorePass => ({
  index,
  options: optionsOf(job, index),
  values: [],
  id,
})

export const optionsOf = (
  { root, variant, workload, notes }: Pick<PhaseJob, 'root' | 'variant' | 'workload' | 'notes'>,
  index: number,
): StoreOptions => ({
  directory: storeDirectory(root, index),
  variant,
  expected: { count: notes, note: (id) => ({ id, ...noteOf(workload, index, id - 1) }) },
})

interface Contents {
  readonly notes: readonly StoredNote[]
  readonly settings: readonly Settings[]
}

/** All that is in an open store. */
export const contentsOf = async (store: AnyNoteStore): Promise<Contents> => ({
  notes: await store.all(),
  settings: await store.settings(),
})

/** What was found in sampled stores. */
export class Inspection {
  compared = 0
  readonly #engine: AnyStoreEngine
  readonly #job: PhaseJob
  readonly #settings = new Map<string, PhaseResult['settings'][number]>()

  constructor(engine: AnyStoreEngine, job: PhaseJob) {
    this.#engine = engine
    this.#job = job
  }

  /** Throws RESULT_MISMATCH where a note differs, NOT_DURABLE where settings do. */
  judge(store: number, { notes, settings }: Contents): undefined {
    judgeNotes(notes, notesOf(this.#job.workload, store, this.#job.notes))
    judgeStoreSettings(this.#engine, settings)
    this.compared += notes.length
    for (const each of settings) this.#settings.set(JSON.stringify(each), { ...each })
  }

  get settings(): PhaseResult['settings'] {
    return [...this.#settings.values()]
  }
}

export type Verified = Pick<PhaseResult, 'verified' | 'settings' | 'failures' | 'failed'>

/**
 * Opens stores again, untimed: counts each, unless the phase did so, and reads a sample of them. Throws with the path of a store
 * that is not as it must be; one that does not open is among the failures.
 */
export async function verify(
  engine: AnyStoreEngine,
  job: PhaseJob,
  stores: readonly number[],
  { isCounted }: { readonly isCounted: boolean },
): Promise<Verified> {
  const inspection = new Inspection(engine, job)
  const sample = sampleOf(stores)
  const isSample = new Set(sample)
  const contents = new Map<number, Contents>()
  const { failures, failed, done } = await visit({
    // Nothing is timed, so one loop serves both kinds of engines.
    engine: { ...engine, api: 'async' } as AnyStoreEngine,
    steps: [
      openStep(engine),
      queryStep('count'),
      {
        name: 'read',
        run: ({ index, store }) =>
          isSample.has(index) ? contentsOf(store as AnyNoteStore) : undefined,
        keep: ({ index }, found: Contents | undefined) => found && contents.set(index, found),
      },
      closeStep,
    ],
    order: isCounted ? sample : stores,
    prepare: (index) => passOf(job, index),
    judge: ({ index, answer }) => {
      judgeCount(answer, job.notes)
      const found = contents.get(index)
      if (found) inspection.judge(index, found)
      contents.delete(index)
    },
  })
  const counted = isCounted ? stores.length : done.size
  return {
    verified: { counted, compared: inspection.compared },
    settings: inspection.settings,
    failures: [...failures],
    failed,
  }
}
