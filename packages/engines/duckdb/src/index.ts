import { join } from 'node:path'

import type { JournalRow, Model, OpenOptions, Session, Settings } from '@rowrate/core'
import { defineEngine, linkRows, rowWriter } from '@rowrate/core'

import type {
  DuckDBConnection,
  DuckDBPreparedStatement,
  DuckDBResultReader,
  DuckDBType,
  DuckDBValue,
  DuckDBValueConverter,
} from '../library/index.js'
import {
  DuckDBDecimalValue,
  DuckDBInstance,
  DuckDBTimestampMillisecondsValue,
  JSDuckDBValueConverter,
} from '../library/index.js'
import { journalSql, schemaStatements } from './journal-sql.ts'

type Sql = ReturnType<typeof journalSql>
type Values = readonly DuckDBValue[]
/** JavaScript values as DuckDB converts them, but exact decimals. */
const exactConverter = (
  value: DuckDBValue,
  type: DuckDBType,
  converter: DuckDBValueConverter<unknown>,
): unknown =>
  value instanceof DuckDBDecimalValue
    ? String(value)
    : JSDuckDBValueConverter(value, type, converter as never)

/** Makes entities of what a reader holds; JSON is text in DuckDB. */
function readerOf({ columns }: Model): (reader: DuckDBResultReader) => JournalRow[] {
  const jsonNames = columns.filter(({ type }) => type === 'json').map(({ name }) => name)
  return (reader) => {
    const rows = reader.convertRowObjects(exactConverter) as unknown as JournalRow[]
    for (const row of rows) {
      for (const name of jsonNames) {
        if (row[name] !== null) row[name] = JSON.parse(row[name] as string)
      }
    }
    return rows
  }
}

/** Statements are prepared on first use and kept. */
function statementsOf(connection: DuckDBConnection, onStatement: OpenOptions['onStatement']) {
  const cache = new Map<string, DuckDBPreparedStatement>()
  return async (sql: string, values: Values): Promise<DuckDBPreparedStatement> => {
    onStatement?.(sql)
    const statement = cache.get(sql) ?? (await connection.prepare(sql))
    cache.set(sql, statement)
    statement.bind([...values])
    return statement
  }
}

/** The values of all columns but the id, in the order of the table. */
function parametersOf({ columns }: Model): (row: JournalRow) => Values {
  const written = columns.filter(({ type }) => type !== 'id')
  return (row) =>
    written.map(({ name, type }) => {
      const value = row[name] ?? null
      if (value === null) return null
      if (type === 'datetime') {
        return new DuckDBTimestampMillisecondsValue(BigInt((value as Date).getTime()))
      }
      return type === 'json' ? JSON.stringify(value) : (value as DuckDBValue)
    })
}

const writerOf = (
  prepare: ReturnType<typeof statementsOf>,
  sql: Sql,
  parameters: (row: JournalRow) => Values,
) =>
  rowWriter<DuckDBValue>({
    sql,
    parameters,
    insert: async (row) => {
      const reader = await (await prepare(sql.insert, parameters(row))).runAndReadAll()
      row.id = reader.getRowsJS()[0]![0] as number
      return 1
    },
    changes: async (text, values) => (await (await prepare(text, values)).run()).rowsChanged,
  })

async function openSession(options: OpenOptions): Promise<Session<'async', JournalRow>> {
  const { directory, model, onStatement } = options
  const instance = await DuckDBInstance.create(join(directory, 'journal.duckdb'))
  const connection = await instance.connect()
  // oxlint-disable-next-line no-await-in-loop -- in this order
  for (const statement of schemaStatements(model)) await connection.run(statement)
  const sql = journalSql(model)
  const prepare = statementsOf(connection, onStatement)
  const parameters = parametersOf(model)
  const toEntities = readerOf(model)
  const writer = writerOf(prepare, sql, parameters)
  const read = async (text: string, values: Values = []) =>
    (await prepare(text, values)).runAndReadAll()
  const entities = async (text: string, ...values: DuckDBValue[]) =>
    toEntities(await read(text, values))
  const highest = (await read(sql.highestId)).getRowsJS()[0]![0]
  await connection.run(sql.sequence(Number(highest) + 1))

  const transaction = async <R>(body: () => Promise<R>): Promise<R> => {
    await connection.run('BEGIN TRANSACTION')
    try {
      const result = await body()
      await connection.run('COMMIT')
      return result
    } catch (error) {
      await connection.run('ROLLBACK')
      throw error
    }
  }
  const append = async (rows: readonly JournalRow[]): Promise<number[]> => {
    const reserved: unknown[][] = (await read(sql.reserve, [rows.length])).getRowsJS()
    const ids = reserved.map(([id]) => id as bigint)
    const appender = await connection.createAppender('journal')
    ids.forEach((id, index) => {
      appender.appendValue(id)
      for (const value of parameters(rows[index]!)) appender.appendValue(value)
      appender.endRow()
    })
    appender.closeSync()
    return ids.map(Number)
  }

  return {
    begin: () => undefined,
    build: (values) => ({ id: 0, ...values }),
    insert: writer.insert,
    insertBulk: (rows) => transaction(() => append(rows)),
    transaction: (body) => transaction(() => body(writer)),
    filterByLevel: (level) => entities(sql.filter, level),
    pageByLevel: (level, offset, limit) => entities(sql.page, level, limit, offset),
    get: async (id) => (await entities(sql.get, id))[0],
    filterAsObjects: async (level) => (await read(sql.filter, [level])).getRowObjectsJS(),
    filterAsTuples: async (level) => (await read(sql.filter, [level])).getRowsJS(),
    all: () => entities(sql.all),
    pageWithParents: (level, offset, limit) => entities(sql.pageWithParents, level, limit, offset),
    pageWithRelated: (level, offset, limit) => entities(sql.pageWithRelated, level, limit, offset),
    getWithChildren: async (id) => (await entities(sql.getWithChildren, id))[0],
    link: (links) =>
      transaction(() => linkRows(links, sql, (text, values) => connection.run(text, values))),
    settings: async () => {
      const rows: unknown = (await read(sql.settings)).getRowObjectsJS()
      return rows as Settings[]
    },
    close: () => {
      connection.closeSync()
      instance.closeSync()
      return undefined
    },
  }
}

export default defineEngine({
  name: 'duckdb',
  api: 'async',
  storage: 'directory',
  entities: 'plain',
  limits: {
    id: 'a sequence can not be set back; a new one begins after the highest id when the store is opened',
    relations: 'DuckDB has no ON DELETE actions: the relations have no foreign keys',
    storage: 'one opener: for restores it is closed, copied and opened again',
  },
  open: openSession,
})
