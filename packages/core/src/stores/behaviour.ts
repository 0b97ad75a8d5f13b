import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

import { RowrateError } from '../error.ts'
import { quiesce } from '../timing.ts'
import type { AnyStoreEngine, NoteStore, StoreOptions } from './engine.ts'
import { judgeCount, judgeNote, judgeNotes, judgeStoreSettings } from './judge.ts'
import type { Note } from './notes.ts'
import { noteOf, notesOf } from './notes.ts'
import { countDescriptors } from './process-state.ts'

/*
 * What the contract test demands of an engine's stores, one judgement a function, so that each can be tested on an engine that is
 * broken in just that way. Each throws RowrateError where the engine is wrong.
 */

export interface StoreContext {
  readonly engine: AnyStoreEngine
  readonly variant: string
  /** An empty folder. */
  readonly folder: string
}

/** More than one INSERT of a SQL engine, the last one shorter. */
const noteCount = 250

type AsyncStore = NoteStore<'async', unknown, unknown>

const wrong = (message: string) => new RowrateError('ENGINE_INVALID', message)

const optionsOf = ({ variant, folder }: StoreContext, name = 'store', count = noteCount) =>
  ({
    directory: join(folder, name),
    variant,
    expected: { count, note: (id) => ({ id, ...noteOf('large', 0, id - 1) }) },
  }) satisfies StoreOptions

const created = async ({ engine }: StoreContext, options: StoreOptions) =>
  (await engine.create(options)) as AsyncStore
const opened = async ({ engine }: StoreContext, options: StoreOptions) =>
  (await engine.open(options)) as AsyncStore

const build = ({ engine }: StoreContext, notes: readonly Note[]): unknown[] =>
  notes.map((note) => engine.build(note))

/** Notes come back as they were written, after closing and opening; settings are durable. */
export async function judgeRoundTrip(context: StoreContext): Promise<undefined> {
  const notes = notesOf('large', 0, noteCount)
  const options = optionsOf(context)
  const store = await created(context, options)
  judgeCount(await store.write(build(context, notes)), noteCount)
  await store.close()
  const again = await opened(context, options)
  judgeCount(await again.count(), noteCount)
  judgeNote(await again.get(1), 1, notes[0]!)
  judgeNote(await again.get(noteCount), noteCount, notes.at(-1)!)
  judgeNotes(await again.all(), notes)
  const beyond = await again.get(noteCount + 1)
  if (context.engine.storage !== 'none' && beyond !== undefined && beyond !== null) {
    throw wrong('get() of an id that does not exist must give null or undefined')
  }
  judgeStoreSettings(context.engine, await again.settings())
  await again.close()
}

/** A new store has its schema, committed, before anything is written. */
export async function judgeNewStore(context: StoreContext): Promise<undefined> {
  const options = optionsOf(context, 'empty', 0)
  await (await created(context, options)).close()
  const store = await opened(context, options)
  judgeCount(await store.count(), 0)
  await store.close()
}

/** The halves of `write` do what it does. */
export async function judgeHalves(context: StoreContext): Promise<undefined> {
  const options = optionsOf(context, 'halves')
  const store = await created(context, options)
  if ((store.marshal === undefined) !== (store.put === undefined)) {
    throw wrong('marshal and put are the two halves of write: give both or neither')
  }
  if (store.marshal && store.put) {
    const notes = notesOf('large', 0, noteCount)
    judgeCount(await store.put(store.marshal(build(context, notes))), noteCount)
    await store.close()
    const again = await opened(context, options)
    judgeNotes(await again.all(), notes)
    await again.close()
  } else await store.close()
}

/** A write that fails leaves nothing: it is one transaction. */
export async function judgeAtomicity(context: StoreContext): Promise<undefined> {
  if (context.engine.storage === 'none') return
  const options = optionsOf(context, 'failing', 0)
  const store = await created(context, options)
  const notes = [
    ...notesOf('large', 0, noteCount),
    { text: Symbol('no text') as unknown as string, ts: noteCount },
  ]
  const failed = await (async () => store.write(build(context, notes)))().then(
    () => false,
    () => true,
  )
  if (!failed) throw wrong('write() took a symbol for a text')
  await store.close()
  const again = await opened(context, options)
  judgeCount(await again.count(), 0)
  await again.close()
}

/** A store that does not exist can not be opened, and is not made by trying. */
export async function judgeMissingStore(context: StoreContext): Promise<undefined> {
  if (context.engine.storage === 'none') return
  const options = optionsOf(context, 'missing')
  const store = await opened(context, options).catch(() => undefined)
  if (store) throw wrong('open() of a store that does not exist must throw')
  if (existsSync(options.directory)) throw wrong('open() must not make a store that is missing')
}

/** Closed stores hold no descriptors, at the latest after a collection. */
export async function judgeRelease(context: StoreContext): Promise<undefined> {
  const options = optionsOf(context, 'released', 0)
  await (await created(context, options)).close()
  const rounds = 30
  const before = countDescriptors()
  for (let round = 0; round < rounds; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one store at a time
    const store = await opened(context, options)
    // oxlint-disable-next-line no-await-in-loop -- one store at a time
    await store.count()
    // oxlint-disable-next-line no-await-in-loop -- one store at a time
    await store.close()
  }
  quiesce()
  await setImmediate()
  const left = countDescriptors() - before
  // Other parts of the process open and close some meanwhile.
  if (left > rounds / 2) {
    throw wrong(`${left} descriptors are open still after ${rounds} stores were closed`)
  }
}
