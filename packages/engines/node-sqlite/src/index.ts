import type { StatementSync } from 'node:sqlite'
import { DatabaseSync } from 'node:sqlite'

import type { JournalRow, OpenOptions, Session, Settings, Writer } from '@rowrate/core'
import {
  defineEngine,
  journalRows,
  journalSql,
  schemaStatements,
  settingsQuery,
  settingStatements,
} from '@rowrate/core'

type Row = Record<string, unknown>

/** Rows of one INSERT: larger statements were not faster. */
const chunkSize = 100

function connect({ file, model, journal }: OpenOptions): DatabaseSync {
  const db = new DatabaseSync(file)
  for (const statement of settingStatements(journal)) db.exec(statement)
  for (const statement of schemaStatements(model)) db.exec(statement)
  return db
}

function openSession(options: OpenOptions): Session<'sync', JournalRow> {
  const { model, onStatement } = options
  const db = connect(options)
  const sql = journalSql(model)
  const { build, parameters, entity, entityWithParent, attachRelated } = journalRows(model)

  // Statements are compiled on first use, inside the timer, and kept.
  const cache = new Map<string, StatementSync>()
  const prepare = (text: string): StatementSync => {
    onStatement?.(text)
    let statement = cache.get(text)
    if (!statement) {
      statement = db.prepare(text)
      cache.set(text, statement)
    }
    return statement
  }
  const prepareTuples = () => {
    const statement = prepare(sql.filterTuples)
    statement.setReturnArrays(true)
    return statement
  }
  const execute = (text: string) => {
    onStatement?.(text)
    db.exec(text)
  }
  const transaction = <R>(work: () => R): R => {
    execute('BEGIN IMMEDIATE')
    try {
      const result = work()
      execute('COMMIT')
      return result
    } catch (error) {
      if (db.isTransaction) execute('ROLLBACK')
      throw error
    }
  }

  const insert = (row: JournalRow) => {
    const { lastInsertRowid, changes } = prepare(sql.insert).run(...parameters(row))
    row.id = Number(lastInsertRowid)
    return Number(changes)
  }
  const insertChunk = (rows: readonly JournalRow[]) =>
    prepare(sql.insertMany(rows.length))
      .all(...rows.flatMap(parameters))
      .map(({ id }) => id as number)
  const writer: Writer<'sync', JournalRow> = {
    insert,
    update: (row, { level, text }) => {
      row.level = level
      row.text = text
      return Number(prepare(sql.update).run(...parameters(row), row.id).changes)
    },
    updateLevel: (row, level) => {
      row.level = level
      return Number(prepare(sql.updateLevel).run(level, row.id).changes)
    },
    remove: ({ id }) => Number(prepare(sql.remove).run(id).changes),
  }
  const all = (text: string, ...values: (string | number)[]): Row[] => prepare(text).all(...values)

  return {
    begin: () => undefined,
    build,
    insert,
    insertBulk: (rows) =>
      transaction(() => {
        const ids: number[] = []
        for (let start = 0; start < rows.length; start += chunkSize) {
          ids.push(...insertChunk(rows.slice(start, start + chunkSize)))
        }
        return ids
      }),
    transaction: (body) => transaction(() => body(writer)),
    filterByLevel: (level) => all(sql.filter, level).map(entity),
    pageByLevel: (level, offset, limit) => all(sql.page, level, limit, offset).map(entity),
    get: (id) => {
      const row = prepare(sql.get).get(id)
      return row && entity(row)
    },
    filterAsObjects: (level) => all(sql.filter, level),
    filterAsTuples: (level) => prepareTuples().all(level) as unknown as unknown[][],
    all: () => all(sql.all).map(entity),
    pageWithParents: (level, offset, limit) =>
      all(sql.pageWithParents, level, limit, offset).map(entityWithParent),
    pageWithRelated: (level, offset, limit) => {
      const page = all(sql.orderedPage, level, limit, offset).map(entity)
      return attachRelated(page, all(sql.related, JSON.stringify(page.map(({ id }) => id))))
    },
    getWithChildren: (id) => {
      const row = entity(prepare(sql.get).get(id)!)
      return { ...row, children: all(sql.children, id).map(entity) }
    },
    settings: () => [db.prepare(settingsQuery).get() as Settings],
    close: () => {
      db.close()
      return undefined
    },
  }
}

export default defineEngine({
  name: 'node-sqlite',
  api: 'sync',
  storage: 'sqlite',
  entities: 'plain',
  limits: { decimal: 'SQLite has no decimal type; kept as its exact text' },
  open: openSession,
})
