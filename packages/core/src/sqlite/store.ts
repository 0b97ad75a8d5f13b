import { DatabaseSync } from 'node:sqlite'

import { canonicalCell, digestOf } from '../digest.ts'
import { RowrateError } from '../error.ts'
import { expectedLinks, expectedRows } from '../expectation.ts'
import { models } from '../model.ts'
import { trimCount } from '../workload.ts'
import type { StoredState, StateQuestion } from '../state.ts'
import { judgeState, linesOfState } from '../state.ts'
import type { StoreRequest } from '../protocol.ts'

/*
 * Reads, trims and restores the file of a SQLite engine. It must run in another process than the engine: two copies of SQLite in
 * one process drop each other's POSIX locks, and the live WAL with them.
 */

/** Works on the file with foreign keys off and synchronous FULL, so that no dirty page is left for the engine's next commit. */
function withDatabase<R>(file: string, work: (db: DatabaseSync) => R): R {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false, timeout: 10_000 })
  try {
    db.exec('PRAGMA synchronous = FULL')
    return work(db)
  } finally {
    db.close()
  }
}

function transaction(db: DatabaseSync, work: () => void): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    work()
    db.exec('COMMIT')
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

function readState(db: DatabaseSync, { options }: Pick<StateQuestion, 'options'>): StoredState {
  const model = models[options.test]
  const rows = db.prepare(`SELECT * FROM ${model.table}`).all()
  if (!model.relations) return { rows, related: [] }
  const { table, from, to } = model.relations.related
  const pairs = db.prepare(`SELECT ${from}, ${to} FROM ${table}`).all()
  return { rows, related: pairs.map((pair) => [Number(pair[from]), Number(pair[to])] as const) }
}

const timestampColumn = models[1].columns.find(({ name }) => name === 'timestamp')!

const snapshotOf = (file: string) => `${file}.snapshot`

function snapshot(file: string, question: StateQuestion): string {
  return withDatabase(file, (db) => {
    const target = snapshotOf(file)
    db.exec(`ATTACH '${target}' AS snapshot`)
    transaction(db, () => {
      for (const table of tablesOf(db)) {
        db.exec(`DROP TABLE IF EXISTS snapshot."${table}"`)
        db.exec(`CREATE TABLE snapshot."${table}" AS SELECT * FROM main."${table}"`)
      }
    })
    return digestOf(linesOfState(question.options, readState(db, question)))
  })
}

const tablesOf = (db: DatabaseSync): string[] =>
  db
    .prepare(`SELECT name FROM main.sqlite_schema WHERE type = 'table'`)
    .all()
    .map(({ name }) => String(name))

function restore(file: string, question: StateQuestion): string {
  return withDatabase(file, (db) => {
    db.exec(`ATTACH '${snapshotOf(file)}' AS snapshot`)
    transaction(db, () => {
      for (const table of tablesOf(db)) {
        db.exec(`DELETE FROM main."${table}"`)
        db.exec(`INSERT INTO main."${table}" SELECT * FROM snapshot."${table}"`)
      }
    })
    return digestOf(linesOfState(question.options, readState(db, question)))
  })
}

function trim(file: string, { options }: StateQuestion): undefined {
  const { table } = models[options.test]
  withDatabase(file, (db) => {
    db.prepare(
      `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} ORDER BY id DESC LIMIT ?)`,
    ).run(trimCount(options))
  })
}

/** Links the rows as L, M and N read them, or removes all links. */
function link(file: string, { options, completed, linked }: StateQuestion): undefined {
  const { table, relations } = models[options.test]
  if (!relations) throw new RowrateError('STORAGE_FAILED', `test ${options.test} has no relations`)
  const { parent, related } = relations
  withDatabase(file, (db) => {
    transaction(db, () => {
      db.exec(`DELETE FROM ${related.table}`)
      db.exec(`UPDATE ${table} SET ${parent.column} = NULL`)
      if (!linked) return
      const setParent = db.prepare(`UPDATE ${table} SET ${parent.column} = ? WHERE id = ?`)
      const relate = db.prepare(`INSERT INTO ${related.table} VALUES (?, ?)`)
      for (const each of expectedLinks(expectedRows(options, completed))) {
        setParent.run(each.parent, each.id)
        for (const to of each.related) relate.run(each.id, to)
      }
    })
  })
}

/** The columns, indexes and foreign keys as the file has them: what the contract test compares with the model. */
export interface StoredSchema {
  readonly columns: readonly { name: string; type: string; nullable: boolean }[]
  readonly indexed: readonly string[]
  readonly foreignKeys: readonly { table: string; from: string; onDelete: string }[]
}

function readSchema(file: string, { options }: StateQuestion): StoredSchema {
  const { table, relations } = models[options.test]
  return withDatabase(file, (db) => {
    const columns = db
      .prepare('SELECT name, type, "notnull", pk FROM pragma_table_info(?)')
      .all(table)
    const indexes = db.prepare(
      `SELECT info.name FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info
       WHERE info.seqno = 0 AND list.partial = 0`,
    )
    const keys = db.prepare('SELECT "from", on_delete FROM pragma_foreign_key_list(?)')
    const tables = relations ? [table, relations.related.table] : [table]
    return {
      columns: columns.map(({ name, type, notnull, pk }) => ({
        name: String(name),
        type: String(type),
        nullable: notnull === 0 && pk === 0,
      })),
      indexed: tables.flatMap((each) =>
        indexes.all(each).map(({ name }) => `${each}.${String(name)}`),
      ),
      foreignKeys: tables.flatMap((each) =>
        keys.all(each).map((key) => ({
          table: each,
          from: String(key['from']),
          onDelete: String(key['on_delete']),
        })),
      ),
    }
  })
}

/** The columns that a row written without them does not get its default in. */
function missingDefaults(file: string, { options }: StateQuestion): string[] {
  const model = models[options.test]
  return withDatabase(file, (db) => {
    const before = Date.now()
    const { lastInsertRowid } = db
      .prepare(`INSERT INTO ${model.table} (level, text) VALUES (10, 'defaults')`)
      .run()
    const row = db.prepare(`SELECT * FROM ${model.table} WHERE id = ?`).get(lastInsertRowid)!
    db.prepare(`DELETE FROM ${model.table} WHERE id = ?`).run(lastInsertRowid)
    const timestamp = Number(
      canonicalCell(timestampColumn, row['timestamp'], 'stored').split(':')[1],
    )
    const isNow = timestamp >= before - 2000 && timestamp <= Date.now() + 2000
    const wrong = model.columns.filter(
      (column) =>
        column.default !== undefined &&
        canonicalCell({ ...column, nullable: true }, row[column.name], 'stored') !==
          canonicalCell(column, column.default, 'entity'),
    )
    return [...(isNow ? [] : ['timestamp']), ...wrong.map(({ name }) => name)]
  })
}

/** Does one request; gives the state's digest where it has one. */
export function serveStoreRequest({ method, file, question }: StoreRequest): unknown {
  switch (method) {
    case 'state':
      return withDatabase(file, (db) => judgeState(question, readState(db, question)))
    case 'snapshot':
      return snapshot(file, question)
    case 'restore':
      return restore(file, question)
    case 'trim':
      return trim(file, question)
    case 'link':
      return link(file, question)
    case 'schema':
      return readSchema(file, question)
    case 'defaults':
      return missingDefaults(file, question)
  }
}
