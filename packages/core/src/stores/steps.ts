import type { Api } from '../engine.ts'
import type { AnyNoteStore, AnyStoreEngine, NoteStore, StoredNote, StoreOptions } from './engine.ts'
import type { Note } from './notes.ts'

export const storeQueries = ['count', 'get', 'all'] as const
export type StoreQuery = (typeof storeQueries)[number]

/** One store on its way through the steps of a phase. Everything but `store` and what follows is there before the clock starts. */
export interface StorePass {
  /** Store number. */
  readonly index: number
  readonly options: StoreOptions
  readonly values: readonly Note[]
  /** What a look-up asks for. */
  readonly id: number
  store?: NoteStore<Api, unknown, unknown>
  built?: readonly unknown[]
  marshalled?: unknown
  answer?: unknown
}

/** A timed part of a phase. `keep` puts what `run` gave where the next steps and the judgement find it. */
export interface Step {
  readonly name: string
  readonly run: (pass: StorePass) => unknown
  readonly keep?: (pass: StorePass, result: never) => void
}

type Session = NoteStore<Api, unknown, unknown>

const keepStore = (pass: StorePass, store: Session) => {
  pass.store = store
}
const keepAnswer = (pass: StorePass, answer: unknown) => {
  pass.answer = answer
}

export const createStep = (engine: AnyStoreEngine): Step => ({
  name: 'create',
  run: ({ options }) => engine.create(options),
  keep: keepStore,
})

export const openStep = (engine: AnyStoreEngine): Step => ({
  name: 'open',
  run: ({ options }) => engine.open(options),
  keep: keepStore,
})

export const writeStep: Step = {
  name: 'write',
  run: ({ store, built }) => store!.write(built!),
  keep: keepAnswer,
}

export const buildStep = (engine: AnyStoreEngine): Step => ({
  name: 'build',
  run: ({ values }) => values.map((note) => engine.build(note)),
  keep: (pass, built: readonly unknown[]) => {
    pass.built = built
  },
})

export const marshalStep: Step = {
  name: 'marshal',
  run: ({ store, built }) => store!.marshal!(built!),
  keep: (pass, marshalled: unknown) => {
    pass.marshalled = marshalled
  },
}

export const putStep: Step = {
  name: 'put',
  run: ({ store, marshalled }) => store!.put!(marshalled),
  keep: keepAnswer,
}

export const queryStep = (query: StoreQuery): Step => {
  const runs: Readonly<Record<StoreQuery, Step['run']>> = {
    count: ({ store }) => store!.count(),
    get: ({ store, id }) => store!.get(id),
    all: ({ store }) => store!.all(),
  }
  return { name: 'query', run: runs[query], keep: keepAnswer }
}

export const closeStep: Step = {
  name: 'close',
  run: ({ store }) => store!.close(),
  keep: (pass) => {
    delete pass.store
  },
}

const now = process.hrtime.bigint

/** Runs the steps and stamps the clock before the first and after each; nothing else lies in between. */
export function runStepsSync(
  pass: StorePass,
  steps: readonly Step[],
  stamps: BigInt64Array,
): undefined {
  stamps[0] = now()
  for (let index = 0; index < steps.length; index += 1) {
    const { run, keep } = steps[index]!
    const result = run(pass)
    stamps[index + 1] = now()
    keep?.(pass, result as never)
  }
}

export async function runStepsAsync(
  pass: StorePass,
  steps: readonly Step[],
  stamps: BigInt64Array,
): Promise<undefined> {
  stamps[0] = now()
  for (let index = 0; index < steps.length; index += 1) {
    const { run, keep } = steps[index]!
    // oxlint-disable-next-line no-await-in-loop -- one thread, one store at a time
    const result = await run(pass)
    stamps[index + 1] = now()
    keep?.(pass, result as never)
  }
}

/** Closes the store of a pass that failed on its way; what that throws is what failed first's consequence. */
export async function abandon({ store }: StorePass): Promise<undefined> {
  if (!store) return
  try {
    await (store as AnyNoteStore).close()
  } catch {
    // The pass has failed already, and its own error says why.
  }
}

export const isStoredNote = (value: unknown): value is StoredNote =>
  typeof value === 'object' && value !== null && 'text' in value && 'ts' in value
