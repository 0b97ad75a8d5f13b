import type { JournalRow, Model, Session, Settings, Writer } from '@rowrate/core'
import { journalRows, journalSql, settingsQuery } from '@rowrate/core'
import type Database from 'better-sqlite3'

type Row = Record<string, unknown>

/** Rows of one INSERT: larger statements were not faster. */
const chunkSize = 100

/** Statements are compiled on first use, inside the timer, and kept. */
function statementsOf(db: Database.Database) {
  const cache = new Map<string, Database.Statement>()
  return (sql: string): Database.Statement => {
    let statement = cache.get(sql)
    if (!statement) {
      statement = db.prepare(sql)
      cache.set(sql, statement)
    }
    return statement
  }
}

/** For drivers without a log of their own: tells their calls as they are made. */
export function traced(
  db: Database.Database,
  onStatement: (statement: string) => void,
): Database.Database {
  const exec = db.exec.bind(db)
  const prepare = db.prepare.bind(db)
  db.exec = (sql) => {
    onStatement(sql)
    return exec(sql)
  }
  db.prepare = ((sql: string) => {
    const statement = prepare(sql)
    for (const method of ['run', 'get', 'all'] as const) {
      const call = statement[method].bind(statement) as (...values: unknown[]) => never
      statement[method] = (...values: unknown[]) => {
        onStatement(sql)
        return call(...values)
      }
    }
    return statement
  }) as typeof prepare
  return db
}

/** The session of every driver with the API of better-sqlite3, on a connection that is set up. */
export function openSession(db: Database.Database, model: Model): Session<'sync', JournalRow> {
  const prepare = statementsOf(db)
  const sql = journalSql(model)
  const { build, parameters, entity, entityWithParent, attachRelated } = journalRows(model)

  const insert = (row: JournalRow) => {
    const { lastInsertRowid, changes } = prepare(sql.insert).run(parameters(row))
    row.id = Number(lastInsertRowid)
    return changes
  }
  const insertChunk = (rows: readonly JournalRow[]) =>
    prepare(sql.insertMany(rows.length)).pluck().all(rows.flatMap(parameters)) as number[]
  const insertBulk = db.transaction((rows: readonly JournalRow[]) => {
    const ids: number[] = []
    for (let start = 0; start < rows.length; start += chunkSize) {
      ids.push(...insertChunk(rows.slice(start, start + chunkSize)))
    }
    return ids
  })
  const writer: Writer<'sync', JournalRow> = {
    insert,
    update: (row, { level, text }) => {
      row.level = level
      row.text = text
      return prepare(sql.update).run([...parameters(row), row.id]).changes
    },
    updateLevel: (row, level) => {
      row.level = level
      return prepare(sql.updateLevel).run(level, row.id).changes
    },
    remove: ({ id }) => prepare(sql.remove).run(id).changes,
  }
  const all = (text: string, ...values: unknown[]) => prepare(text).all(...values) as Row[]

  return {
    begin: () => undefined,
    build,
    insert,
    insertBulk: (rows) => insertBulk.immediate(rows),
    transaction: (body) => db.transaction(() => body(writer)).immediate(),
    filterByLevel: (level) => all(sql.filter, level).map(entity),
    pageByLevel: (level, offset, limit) => all(sql.page, level, limit, offset).map(entity),
    get: (id) => {
      const row = prepare(sql.get).get(id) as Row | undefined
      return row && entity(row)
    },
    filterAsObjects: (level) => all(sql.filter, level),
    filterAsTuples: (level) => prepare(sql.filterTuples).raw().all(level) as unknown[][],
    all: () => all(sql.all).map(entity),
    pageWithParents: (level, offset, limit) =>
      all(sql.pageWithParents, level, limit, offset).map(entityWithParent),
    pageWithRelated: (level, offset, limit) => {
      const page = all(sql.orderedPage, level, limit, offset).map(entity)
      return attachRelated(page, all(sql.related, JSON.stringify(page.map(({ id }) => id))))
    },
    getWithChildren: (id) => {
      const row = entity(prepare(sql.get).get(id) as Row)
      return { ...row, children: all(sql.children, id).map(entity) }
    },
    settings: () => db.prepare(settingsQuery).all() as Settings[],
    close: () => {
      db.close()
      return undefined
    },
  }
}
