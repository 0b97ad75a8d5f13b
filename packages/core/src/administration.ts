import { cp, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { digestOf } from './digest.ts'
import { untimedBody } from './drive.ts'
import type { Session } from './engine.ts'
import { valueOf } from './engine.ts'
import { RowrateError } from './error.ts'
import { expectedLinks, expectedRows } from './expectation.ts'
import type { Id } from './model.ts'
import { models } from './model.ts'
import { databaseFile } from './open-store.ts'
import type { OpenStore } from './open-store.ts'
import { operationOf } from './operations.ts'
import type { StoreRequest } from './protocol.ts'
import type { StoredState, StateQuestion } from './state.ts'
import { judgeState, linesOfState } from './state.ts'
import { levels, trimCount } from './workload.ts'

/** What core does to a store behind the engine's back, untimed. Digests are of the whole stored state. */
export interface Administration {
  /** Compares the stored rows with the expectation. Throws RESULT_MISMATCH. */
  state(question: StateQuestion): Promise<string | undefined>
  /** Puts the present state aside. */
  snapshot(question: StateQuestion): Promise<string | undefined>
  /** Puts the snapshot's rows back. */
  restore(question: StateQuestion): Promise<string | undefined>
  /** Deletes the newest rows of B or C. */
  trim(question: StateQuestion): Promise<undefined>
  /** Links the rows for L, M and N, or unlinks them. */
  link(question: StateQuestion): Promise<undefined>
}

export type RequestStore = (request: StoreRequest) => Promise<unknown>

/** From another process, over the file, while the engine's connection stays open and idle. */
export function sqliteAdministration(directory: string, request: RequestStore): Administration {
  const file = databaseFile(directory)
  const ask = async (method: StoreRequest['method'], question: StateQuestion) =>
    (await request({ method, file, question })) as string
  const tell = async (method: StoreRequest['method'], question: StateQuestion) => {
    await request({ method, file, question })
    return undefined
  }
  return {
    state: (question) => ask('state', question),
    snapshot: (question) => ask('snapshot', question),
    restore: (question) => ask('restore', question),
    trim: (question) => tell('trim', question),
    link: (question) => tell('link', question),
  }
}

/** Flushes a copied folder, or the engine's next commit would also pay for the copy's dirty pages. */
async function syncFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    // oxlint-disable-next-line no-await-in-loop -- one descriptor at a time
    const file = await open(join(entry.parentPath, entry.name), 'r+')
    // oxlint-disable-next-line no-await-in-loop -- likewise
    await file.sync()
    // oxlint-disable-next-line no-await-in-loop -- likewise
    await file.close()
  }
}

const everyRow = 2 ** 31 - 1

/** Reads the whole state through a session that was opened for it. */
async function readState(store: OpenStore): Promise<StoredState> {
  const session = store.session as Session<'async', unknown>
  await session.begin()
  const entities = [...(await session.all())]
  if (!models[store.options.test].relations)
    return { rows: entities as StoredState['rows'], related: [] }
  const parents = new Map<Id, Id>()
  const related: [Id, Id][] = []
  const idOf = (entity: unknown) => Number(valueOf(entity, 'id'))
  if (session.pageWithParents && session.pageWithRelated) {
    for (const level of levels) {
      // oxlint-disable-next-line no-await-in-loop -- one query at a time
      for (const entity of await session.pageWithParents(level, 0, everyRow)) {
        for (const parent of store.relativesOf(entity, 'parent'))
          parents.set(idOf(entity), idOf(parent))
      }
      // oxlint-disable-next-line no-await-in-loop -- likewise
      for (const entity of await session.pageWithRelated(level, 0, everyRow)) {
        for (const to of store.relativesOf(entity, 'related'))
          related.push([idOf(entity), idOf(to)])
      }
    }
  }
  const columns = models[store.options.test].columns
  const rows = entities.map((entity) => ({
    ...Object.fromEntries(columns.map(({ name }) => [name, valueOf(entity, name)])),
    parent_id: parents.get(idOf(entity)) ?? null,
  }))
  return { rows, related }
}

/** For storages that admit one opener: close, copy or look, open again. Caches of the connection are lost on the way. */
export function directoryAdministration(store: OpenStore): Administration {
  const copy = `${store.directory}.snapshot`
  const reopened = async <R>(work: () => Promise<R>): Promise<R> => {
    await store.close()
    const result = await work()
    await store.open()
    return result
  }
  const replace = async (from: string, to: string) => {
    await rm(to, { recursive: true, force: true })
    await cp(from, to, { recursive: true })
    await syncFolder(to)
  }
  const look = async () => {
    await reopened(async () => undefined)
    const found = await readState(store)
    await reopened(async () => undefined)
    return found
  }
  const digest = async () => digestOf(linesOfState(store.options, await look()))
  return {
    state: async (question) => judgeState(question, await look()),
    snapshot: async () => {
      await reopened(() => replace(store.directory, copy))
      return digest()
    },
    restore: async () => {
      await reopened(() => replace(copy, store.directory))
      return digest()
    },
    trim: async ({ options }) => {
      const session = store.session as Session<'async', unknown>
      await session.begin()
      const entities = [...(await session.all())]
      entities.sort((a, b) => Number(valueOf(b, 'id')) - Number(valueOf(a, 'id')))
      const newest = entities.slice(0, trimCount(options))
      await untimedBody(store, operationOf('K'), { inputs: newest, keepFrom: newest.length })
      await reopened(async () => undefined)
    },
    link: async ({ options, completed, linked }) => {
      const links = expectedLinks(expectedRows(options, completed))
      await store.link(linked ? links : links.map(({ id }) => ({ id, parent: null, related: [] })))
      await reopened(async () => undefined)
    },
  }
}

const nothing: Administration = {
  state: async () => undefined,
  snapshot: async () => undefined,
  restore: async () => undefined,
  trim: async () => undefined,
  link: async () => undefined,
}

export function administrationOf(
  store: OpenStore,
  request: RequestStore | undefined,
): Administration {
  if (store.engine.storage === 'none') return nothing
  if (store.engine.storage === 'directory') return directoryAdministration(store)
  if (!request) {
    throw new RowrateError(
      'STORAGE_FAILED',
      'a SQLite engine needs a second reader in another process',
    )
  }
  return sqliteAdministration(store.directory, request)
}
