import type { AsyncConnection, AsyncDriver, OpenOptions, SqlParameter } from '@rowrate/core'
import { asyncSession, defineEngine, schemaStatements, settingStatements } from '@rowrate/core'

import type { Transaction } from '../library/index.js'
import { connect } from '../library/index.js'
import { declarations, mergeSettings, settingQueries, syncNewDatabase } from './declarations.ts'

type Database = Awaited<ReturnType<typeof connect>>
type Statement = Awaited<ReturnType<Database['prepare']>>

/** Rows of one INSERT: larger statements were not faster. */
const chunkSize = 100

/** Statements are compiled on first use and kept, for the connection or for the transaction that they belong to. */
function statementsOf(owner: Pick<Database, 'prepare'>, onStatement: OpenOptions['onStatement']) {
  const cache = new Map<string, Statement>()
  return async (sql: string): Promise<Statement> => {
    onStatement?.(sql)
    const statement = cache.get(sql) ?? (await owner.prepare(sql))
    cache.set(sql, statement)
    return statement
  }
}

function connectionOf(prepare: ReturnType<typeof statementsOf>): AsyncConnection {
  return {
    run: async (sql, parameters) => {
      const { changes, lastInsertRowid } = await (await prepare(sql)).run(parameters)
      return { changes, lastId: lastInsertRowid }
    },
    all: async (sql, parameters) => (await prepare(sql)).all(parameters),
    get: async (sql, parameters) => (await prepare(sql)).get(parameters),
  }
}

function driverOf(db: Database, onStatement: OpenOptions['onStatement']): AsyncDriver {
  const prepare = statementsOf(db, onStatement)
  const inTransaction = <R>(
    body: (prepareInside: ReturnType<typeof statementsOf>) => Promise<R>,
  ): Promise<R> => {
    const run = db.transactionAsync((transaction: Transaction) =>
      body(statementsOf(transaction, onStatement)),
    )
    return run.immediate()
  }
  return {
    ...connectionOf(prepare),
    transaction: (body) => inTransaction((prepareInside) => body(connectionOf(prepareInside))),
    insertAll: (statements) =>
      inTransaction(async (prepareInside) => {
        const ids: number[] = []
        for (const { sql, parameters } of statements) {
          // oxlint-disable-next-line no-await-in-loop -- one connection does one statement at a time
          const statement = (await prepareInside(sql)).pluck(true)
          // oxlint-disable-next-line no-await-in-loop -- likewise
          ids.push(...((await statement.all(parameters)) as number[]))
        }
        return ids
      }),
    tuples: async (sql, parameters: readonly SqlParameter[]) =>
      (await prepare(sql)).raw(true).all(parameters) as Promise<unknown[][]>,
    close: () => db.close(),
  }
}

export default defineEngine({
  ...declarations,
  name: 'turso',
  api: 'async',
  open: async ({ file, model, journal, onStatement }) => {
    const db = await connect(file)
    for (const statement of [...settingStatements(journal), ...schemaStatements(model)]) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await db.exec(statement)
    }
    syncNewDatabase(file)
    return {
      ...asyncSession(driverOf(db, onStatement), { model, chunkSize }),
      settings: async () => [
        mergeSettings(await Promise.all(settingQueries.map((sql) => db.get(sql)))),
      ],
    }
  },
})
