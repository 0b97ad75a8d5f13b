import { once } from 'node:events'

import type { AsyncConnection, AsyncDriver, OpenOptions, SqlParameter } from '@rowrate/core'
import { asyncSession, defineEngine, schemaStatements, settingStatements } from '@rowrate/core'
import type { RunResult, Statement } from 'sqlite3'
import sqlite3 from 'sqlite3'

type Row = Record<string, unknown>
type Parameters = readonly SqlParameter[]

/** Rows of one INSERT: larger statements were not faster. */
const chunkSize = 100

const exec = (db: sqlite3.Database, sql: string): Promise<undefined> =>
  new Promise((resolve, reject) => {
    db.exec(sql, (error) => (error ? reject(error) : resolve(undefined)))
  })

async function connect({ file, model, journal }: OpenOptions) {
  const db = new sqlite3.Database(file)
  await once(db, 'open')
  for (const statement of [...settingStatements(journal), ...schemaStatements(model)]) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await exec(db, statement)
  }
  return db
}

/** Statements are compiled on first use and kept. They are told here, for the driver's own `trace` event comes late. */
function statementsOf(db: sqlite3.Database, onStatement: OpenOptions['onStatement']) {
  const cache = new Map<string, Statement>()
  const prepare = (sql: string): Statement => {
    onStatement?.(sql)
    let statement = cache.get(sql)
    if (!statement) {
      statement = db.prepare(sql)
      cache.set(sql, statement)
    }
    return statement
  }
  return { prepare, all: () => cache.values() }
}

function connectionOf(prepare: (sql: string) => Statement): AsyncConnection {
  return {
    run: (sql, parameters: Parameters) =>
      new Promise((resolve, reject) => {
        prepare(sql).run(parameters, function (this: RunResult, error: Error | null) {
          if (error) reject(error)
          else resolve({ changes: this.changes, lastId: this.lastID })
        })
      }),
    all: (sql, parameters: Parameters) =>
      new Promise((resolve, reject) => {
        prepare(sql).all<Row>(parameters, (error, rows) => (error ? reject(error) : resolve(rows)))
      }),
    get: (sql, parameters: Parameters) =>
      new Promise((resolve, reject) => {
        const statement = prepare(sql)
        statement.get<Row>(parameters, (error, row) => (error ? reject(error) : resolve(row)))
        // It waits for further rows, and the file stays locked, until it is told that there is no need.
        statement.reset()
      }),
  }
}

function driverOf(db: sqlite3.Database, onStatement: OpenOptions['onStatement']): AsyncDriver {
  const statements = statementsOf(db, onStatement)
  const connection = connectionOf(statements.prepare)
  const transaction = async <R>(body: (inside: AsyncConnection) => Promise<R>): Promise<R> => {
    await exec(db, 'BEGIN IMMEDIATE')
    try {
      const result = await body(connection)
      await exec(db, 'COMMIT')
      return result
    } catch (error) {
      await exec(db, 'ROLLBACK')
      throw error
    }
  }
  return {
    ...connection,
    transaction,
    insertAll: (inserts) =>
      transaction(async ({ all }) => {
        const ids: number[] = []
        for (const { sql, parameters } of inserts) {
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          ids.push(...(await all(sql, parameters)).map(({ id }) => id as number))
        }
        return ids
      }),
    close: async () => {
      for (const statement of statements.all()) statement.finalize()
      await new Promise((resolve, reject) => {
        db.close((error) => (error ? reject(error) : resolve(undefined)))
      })
    },
  }
}

export default defineEngine({
  name: 'sqlite3',
  api: 'async',
  storage: 'sqlite',
  entities: 'plain',
  lacks: { tuples: 'sqlite3 gives rows as objects only' },
  limits: { decimal: 'SQLite has no decimal type; kept as its exact text' },
  open: async (options) =>
    asyncSession(driverOf(await connect(options), options.onStatement), {
      model: options.model,
      chunkSize,
    }),
})
