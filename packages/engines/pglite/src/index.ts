import { join } from 'node:path'

import type { JournalRow, Model, OpenOptions, Session, Settings } from '@rowrate/core'
import { defineEngine, journalRows, linkRows, rowWriter } from '@rowrate/core'

import type { Transaction } from '../library/index.js'
import { PGlite } from '../library/index.js'
import { journalSql, schemaStatements } from './journal-sql.ts'

type Row = Record<string, unknown>
type Sql = ReturnType<typeof journalSql>
type Values = (row: JournalRow) => unknown[]

/** The values of all columns but the id, in the order of the table; PGlite serializes them. */
function valuesOf({ columns }: Model): Values {
  const written = columns.map(({ name }) => name).filter((name) => name !== 'id')
  return (row) => written.map((name) => row[name] ?? null)
}

function csvCell(value: unknown): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text =
    value instanceof Date
      ? value.toISOString()
      : typeof value === 'string'
        ? value
        : JSON.stringify(value)
  return `"${text.replaceAll('"', '""')}"`
}

interface Answer<R> {
  readonly rows: R[]
  readonly affectedRows?: number | undefined
}
interface QueryOptions {
  readonly rowMode?: 'array'
  readonly blob?: Blob
}

/** Queries of a connection or transaction, told to whoever asked. */
function queryOf(connection: Pick<Transaction, 'query'>, onStatement: OpenOptions['onStatement']) {
  return <R>(
    sql: string,
    parameters: unknown[] = [],
    options?: QueryOptions,
  ): Promise<Answer<R>> => {
    onStatement?.(sql)
    return connection.query(sql, parameters, options)
  }
}

const writerOf = (query: ReturnType<typeof queryOf>, sql: Sql, values: Values) =>
  rowWriter<unknown>({
    sql,
    parameters: values,
    insert: async (row) => {
      const { rows } = await query<{ readonly id: number }>(sql.insert, values(row))
      row.id = rows[0]!.id
      return 1
    },
    changes: async (text, parameters) => (await query(text, parameters)).affectedRows ?? 0,
  })

async function openSession(options: OpenOptions): Promise<Session<'async', JournalRow>> {
  const { directory, model, onStatement } = options
  const pg = new PGlite(join(directory, 'journal'))
  const query = queryOf(pg, onStatement)
  const sql = journalSql(model)
  for (const statement of [...schemaStatements(model), sql.restart]) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await query(statement)
  }
  const { entityWithParent, attachRelated } = journalRows(model)
  const values = valuesOf(model)
  const read = async (text: string, ...parameters: unknown[]) =>
    (await query<Row>(text, parameters)).rows
  const entities = async (text: string, ...parameters: unknown[]) =>
    (await read(text, ...parameters)) as JournalRow[]

  return {
    begin: () => undefined,
    build: (row) => ({ id: 0, ...row }),
    insert: writerOf(query, sql, values).insert,
    insertBulk: async (rows) => {
      const lines = rows.map((row) => values(row).map(csvCell).join(','))
      const { affectedRows } = await query(sql.copy, [], { blob: new Blob([lines.join('\n')]) })
      return affectedRows ?? 0
    },
    transaction: (body) =>
      pg.transaction((inside: Transaction) =>
        body(writerOf(queryOf(inside, onStatement), sql, values)),
      ),
    filterByLevel: (level) => entities(sql.filter, level),
    pageByLevel: (level, offset, limit) => entities(sql.page, level, limit, offset),
    get: async (id) => (await entities(sql.get, id))[0],
    filterAsObjects: (level) => read(sql.filter, level),
    filterAsTuples: async (level) =>
      (await query<unknown[]>(sql.filter, [level], { rowMode: 'array' })).rows,
    all: () => entities(sql.all),
    pageWithParents: async (level, offset, limit) =>
      (await read(sql.pageWithParents, level, limit, offset)).map(entityWithParent),
    pageWithRelated: async (level, offset, limit) => {
      const page = await entities(sql.orderedPage, level, limit, offset)
      const ids = page.map(({ id }) => id)
      return attachRelated(page, await read(sql.related, ids))
    },
    getWithChildren: async (id) => {
      const [row] = await entities(sql.get, id)
      return { ...row!, children: await entities(sql.children, id) }
    },
    link: (links) =>
      pg.transaction((inside: Transaction) =>
        linkRows(links, sql, (text, parameters) => inside.query(text, parameters)),
      ),
    settings: async () => (await read(sql.settings)) as Settings[],
    close: async () => {
      await pg.close()
      return undefined
    },
  }
}

export default defineEngine({
  name: 'pglite',
  api: 'async',
  storage: 'directory',
  entities: 'plain',
  unranked:
    'PGlite runs PostgreSQL with fsync off: a commit may not be on the disk when it returns',
  limits: {
    bulk: 'COPY, its fastest documented way, gives no ids',
    storage: 'one opener: for restores it is closed, copied and opened again',
  },
  open: openSession,
})
