import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Settings } from '@rowrate/core'
import type { InsertParameters, Note, NoteStore, StoredNote } from '@rowrate/core/stores'
import {
  defineStoreEngine,
  insertParameters,
  noteFile,
  noteSchema,
  noteSql,
} from '@rowrate/core/stores'
import Database from 'better-sqlite3'

/** Each INSERT of a list in turn, compiled once for each length. */
function insertAll(db: Database.Database, inserts: readonly InsertParameters[]): number {
  const statements = new Map<number, Database.Statement>()
  let written = 0
  for (const parameters of inserts) {
    let statement = statements.get(parameters.length)
    if (!statement) {
      statement = db.prepare(noteSql.insert(parameters.length / 2))
      statements.set(parameters.length, statement)
    }
    written += statement.run(parameters).changes
  }
  return written
}

function openStore(db: Database.Database): NoteStore<'sync', Note, readonly InsertParameters[]> {
  const put = (inserts: readonly InsertParameters[]) =>
    db.transaction(() => insertAll(db, inserts)).immediate()
  return {
    write: (notes) => put(insertParameters(notes)),
    marshal: insertParameters,
    put,
    count: () => db.prepare(noteSql.count).pluck().get() as number,
    get: (id) => db.prepare(noteSql.get).get(id) as StoredNote | undefined,
    all: () => db.prepare(noteSql.all).all() as StoredNote[],
    settings: () => [db.prepare(noteSql.settings).get() as Settings],
    close: () => {
      db.close()
      return undefined
    },
  }
}

export default defineStoreEngine({
  name: 'better-sqlite3',
  api: 'sync',
  family: 'sqlite',
  published: 'SQLite',
  journal: 'delete',
  build: ({ text, ts }) => ({ text, ts }),
  create: ({ directory }) => {
    mkdirSync(directory)
    const db = new Database(join(directory, noteFile))
    db.exec(noteSchema)
    return openStore(db)
  },
  open: ({ directory }) =>
    openStore(new Database(join(directory, noteFile), { fileMustExist: true })),
})
