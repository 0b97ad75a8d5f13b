import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { InsertParameters, Note, NoteStore, StoredNote } from '@rowrate/core/stores'
import {
  defineStoreEngine,
  insertParameters,
  noteFile,
  noteSchema,
  noteSql,
} from '@rowrate/core/stores'

import type { Transaction } from '../library/index.js'
import { connect } from '../library/index.js'
import { syncNewDatabase } from './declarations.ts'
import { noteDeclarations, noteSettingQueries, noteSettings } from './note-declarations.ts'

type Database = Awaited<ReturnType<typeof connect>>

/** Each INSERT of a list in turn, compiled once for each length. */
async function insertAll(
  transaction: Transaction,
  inserts: readonly InsertParameters[],
): Promise<number> {
  const statements = new Map<number, Awaited<ReturnType<Transaction['prepare']>>>()
  let written = 0
  for (const parameters of inserts) {
    const { length } = parameters
    const statement =
      // oxlint-disable-next-line no-await-in-loop -- one connection does one statement at a time
      statements.get(length) ?? (await transaction.prepare(noteSql.insert(length / 2)))
    statements.set(length, statement)
    // oxlint-disable-next-line no-await-in-loop -- likewise
    written += (await statement.run(parameters)).changes
  }
  return written
}

function openStore(db: Database): NoteStore<'async', Note, readonly InsertParameters[]> {
  const put = (inserts: readonly InsertParameters[]) => {
    const run = db.transactionAsync((transaction: Transaction) => insertAll(transaction, inserts))
    return run.immediate()
  }
  const one = async (sql: string, ...parameters: unknown[]) =>
    (await db.prepare(sql)).get(...parameters) as unknown
  return {
    write: (notes) => put(insertParameters(notes)),
    marshal: insertParameters,
    put,
    count: async () => ((await one(noteSql.count)) as { readonly notes: number }).notes,
    get: async (id) => (await one(noteSql.get, id)) as StoredNote | undefined,
    all: async () => (await (await db.prepare(noteSql.all)).all()) as StoredNote[],
    settings: async () =>
      noteSettings(await Promise.all(noteSettingQueries.map((sql) => one(sql)))),
    close: async () => {
      await db.close()
      return undefined
    },
  }
}

export default defineStoreEngine({
  ...noteDeclarations,
  name: 'turso',
  api: 'async',
  build: ({ text, ts }) => ({ text, ts }),
  create: async ({ directory }) => {
    mkdirSync(directory)
    const file = join(directory, noteFile)
    const db = await connect(file)
    await db.exec(noteSchema)
    syncNewDatabase(file)
    return openStore(db)
  },
  open: async ({ directory }) => {
    const file = join(directory, noteFile)
    // It would make a missing database.
    statSync(file)
    return openStore(await connect(file))
  },
})
