import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { StatementSync } from 'node:sqlite'
import { DatabaseSync } from 'node:sqlite'

import type { Settings } from '@rowrate/core'
import type { InsertParameters, Note, NoteStore, StoredNote } from '@rowrate/core/stores'
import {
  defineStoreEngine,
  insertParameters,
  noteFile,
  noteSchema,
  noteSql,
} from '@rowrate/core/stores'

/** Each INSERT of a list in turn, compiled once for each length. */
function insertAll(db: DatabaseSync, inserts: readonly InsertParameters[]): number {
  const statements = new Map<number, StatementSync>()
  let written = 0
  for (const parameters of inserts) {
    let statement = statements.get(parameters.length)
    if (!statement) {
      statement = db.prepare(noteSql.insert(parameters.length / 2))
      statements.set(parameters.length, statement)
    }
    written += Number(statement.run(...parameters).changes)
  }
  return written
}

function inTransaction(db: DatabaseSync, body: () => number): number {
  db.exec('BEGIN IMMEDIATE')
  try {
    const written = body()
    db.exec('COMMIT')
    return written
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

function openStore(db: DatabaseSync): NoteStore<'sync', Note, readonly InsertParameters[]> {
  const put = (inserts: readonly InsertParameters[]) =>
    inTransaction(db, () => insertAll(db, inserts))
  const one = (sql: string) => db.prepare(sql).get() as Record<string, unknown>
  return {
    write: (notes) => put(insertParameters(notes)),
    marshal: insertParameters,
    put,
    count: () => one(noteSql.count)['notes'] as number,
    get: (id) => db.prepare(noteSql.get).get(id) as StoredNote | undefined,
    all: () => db.prepare(noteSql.all).all() as unknown as StoredNote[],
    settings: () => [{ ...one(noteSql.settings) } as Settings],
    close: () => {
      db.close()
      return undefined
    },
  }
}

export default defineStoreEngine({
  name: 'node-sqlite',
  api: 'sync',
  family: 'sqlite',
  published: 'SQLite',
  journal: 'delete',
  build: ({ text, ts }) => ({ text, ts }),
  create: ({ directory }) => {
    mkdirSync(directory)
    const db = new DatabaseSync(join(directory, noteFile))
    db.exec(noteSchema)
    return openStore(db)
  },
  open: ({ directory }) => {
    const file = join(directory, noteFile)
    // It would make a missing database, and has no option against that.
    statSync(file)
    return openStore(new DatabaseSync(file))
  },
})
