import type { Settings } from '@rowrate/core'
import type { InsertParameters, Note, NoteStore, StoredNote } from '@rowrate/core/stores'
import { insertParameters, noteSql } from '@rowrate/core/stores'
import type Database from 'better-sqlite3'

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

/** A store through this library's interface; libsql and Turso's sync API have the same. */
export function noteStore(
  db: Database.Database,
): NoteStore<'sync', Note, readonly InsertParameters[]> {
  const put = (inserts: readonly InsertParameters[]) =>
    db.transaction(() => insertAll(db, inserts)).immediate()
  return {
    write: (notes) => put(insertParameters(notes)),
    marshal: insertParameters,
    put,
    count: () => (db.prepare(noteSql.count).get() as { readonly notes: number }).notes,
    get: (id) => db.prepare(noteSql.get).get(id) as StoredNote | undefined,
    all: () => db.prepare(noteSql.all).all() as StoredNote[],
    settings: () => db.prepare(noteSql.settings).all() as Settings[],
    close: () => {
      db.close()
      return undefined
    },
  }
}
