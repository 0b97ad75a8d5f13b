import type { Session, Settings } from '../engine.ts'
import type { Model } from '../model.ts'
import { linkRows, rowWriter } from '../row-writer.ts'
import type { JournalRow, JournalSql } from './journal-sql.ts'
import { journalRows, journalSql } from './journal-sql.ts'
import { settingsQuery } from './settings.ts'

type Row = Record<string, unknown>
export type SqlParameter = string | number | bigint | null

/** What a raw async driver gives, inside or outside of a transaction; how it prepares and keeps statements is its own matter. */
export interface AsyncConnection {
  /** Runs a statement that gives no rows. */
  run(
    sql: string,
    parameters: readonly SqlParameter[],
  ): Promise<{ readonly changes: number; readonly lastId: number }>
  all(sql: string, parameters: readonly SqlParameter[]): Promise<Row[]>
  get(sql: string, parameters: readonly SqlParameter[]): Promise<Row | undefined>
}

export interface AsyncDriver extends AsyncConnection {
  /** Runs `body` on a connection in one write transaction; rolls back when it fails. */
  transaction<R>(body: (connection: AsyncConnection) => Promise<R>): Promise<R>
  /** Runs INSERT statements that return ids in one transaction; gives all ids in order. */
  insertAll(
    statements: readonly { readonly sql: string; readonly parameters: readonly SqlParameter[] }[],
  ): Promise<number[]>
  /** Rows as arrays, where the driver has them. */
  tuples?(sql: string, parameters: readonly SqlParameter[]): Promise<unknown[][]>
  close(): Promise<void>
}

export interface AsyncSessionOptions {
  readonly model: Model
  /** Rows of one INSERT of the bulk path. */
  readonly chunkSize: number
}

const writerOf = (
  connection: AsyncConnection,
  sql: JournalSql,
  parameters: (row: JournalRow) => SqlParameter[],
) =>
  rowWriter<SqlParameter>({
    sql,
    parameters,
    insert: async (row) => {
      const result = await connection.run(sql.insert, parameters(row))
      row.id = result.lastId
      return result.changes
    },
    changes: async (text, values) => (await connection.run(text, values)).changes,
  })

/** The session of a raw async driver of SQLite's dialect: what all of them share. */
export function asyncSession(
  driver: AsyncDriver,
  { model, chunkSize }: AsyncSessionOptions,
): Session<'async', JournalRow> {
  const sql = journalSql(model)
  const { build, parameters, entity, entityWithParent, attachRelated } = journalRows(model)
  const { insert } = writerOf(driver, sql, parameters)
  const entities = async (text: string, ...values: SqlParameter[]) =>
    (await driver.all(text, values)).map(entity)

  return {
    begin: () => undefined,
    build,
    insert,
    insertBulk: (rows) => {
      const statements = []
      for (let start = 0; start < rows.length; start += chunkSize) {
        const chunk = rows.slice(start, start + chunkSize)
        statements.push({
          sql: sql.insertMany(chunk.length),
          parameters: chunk.flatMap(parameters),
        })
      }
      return driver.insertAll(statements)
    },
    transaction: (body) =>
      driver.transaction((connection) => body(writerOf(connection, sql, parameters))),
    filterByLevel: (level) => entities(sql.filter, level),
    pageByLevel: (level, offset, limit) => entities(sql.page, level, limit, offset),
    get: async (id) => {
      const row = await driver.get(sql.get, [id])
      return row && entity(row)
    },
    filterAsObjects: (level) => driver.all(sql.filter, [level]),
    ...(driver.tuples && {
      filterAsTuples: (level: number) => driver.tuples!(sql.filterTuples, [level]),
    }),
    all: () => entities(sql.all),
    pageWithParents: async (level, offset, limit) =>
      (await driver.all(sql.pageWithParents, [level, limit, offset])).map(entityWithParent),
    pageWithRelated: async (level, offset, limit) => {
      const page = await entities(sql.orderedPage, level, limit, offset)
      const ids = JSON.stringify(page.map(({ id }) => id))
      return attachRelated(page, await driver.all(sql.related, [ids]))
    },
    getWithChildren: async (id) => ({
      ...entity((await driver.get(sql.get, [id]))!),
      children: await entities(sql.children, id),
    }),
    link: (links) =>
      driver.transaction((connection) =>
        linkRows(links, sql, (text, values) => connection.run(text, values)),
      ),
    settings: async () => (await driver.all(settingsQuery, [])) as Settings[],
    close: async () => {
      await driver.close()
      return undefined
    },
  }
}
