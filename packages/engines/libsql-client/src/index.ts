import type { Client, InStatement, ResultSet, Transaction } from '@libsql/client'
import { createClient } from '@libsql/client'
import type { AsyncConnection, AsyncDriver, OpenOptions, SqlParameter } from '@rowrate/core'
import { asyncSession, defineEngine, schemaStatements, settingStatements } from '@rowrate/core'

type Executor = Pick<Client | Transaction, 'execute'>
type OnStatement = OpenOptions['onStatement']

/** Rows of one INSERT: larger statements were not faster. */
const chunkSize = 100

/** One connection, so that its settings hold for every statement and transaction. */
async function connect({ file, model, journal }: OpenOptions): Promise<Client> {
  const client = createClient({ url: `file:${file}`, concurrency: 1 })
  for (const statement of [...settingStatements(journal), ...schemaStatements(model)]) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await client.execute(statement)
  }
  return client
}

const rowsOf = ({ rows }: ResultSet) => rows as unknown as Record<string, unknown>[]

/** The client compiles a statement at each call; it has no way to keep one. */
function connectionOf(executor: Executor, onStatement: OnStatement): AsyncConnection {
  const execute = (sql: string, parameters: readonly SqlParameter[]) => {
    onStatement?.(sql)
    return executor.execute({ sql, args: [...parameters] })
  }
  return {
    run: async (sql, parameters) => {
      const { rowsAffected, lastInsertRowid } = await execute(sql, parameters)
      return { changes: rowsAffected, lastId: Number(lastInsertRowid) }
    },
    all: async (sql, parameters) => rowsOf(await execute(sql, parameters)),
    get: async (sql, parameters) => rowsOf(await execute(sql, parameters))[0],
  }
}

function driverOf(client: Client, onStatement: OnStatement): AsyncDriver {
  return {
    ...connectionOf(client, onStatement),
    transaction: async (body) => {
      const transaction = await client.transaction('write')
      try {
        const result = await body(connectionOf(transaction, onStatement))
        await transaction.commit()
        return result
      } finally {
        // Rolls back what was not committed.
        transaction.close()
      }
    },
    insertAll: async (statements) => {
      const batch = statements.map(({ sql, parameters }): InStatement => {
        onStatement?.(sql)
        return { sql, args: [...parameters] }
      })
      const results = await client.batch(batch, 'write')
      return results.flatMap(({ rows }) => rows.map((row) => Number(row[0])))
    },
    tuples: async (sql, parameters) => {
      onStatement?.(sql)
      const { rows } = await client.execute({ sql, args: [...parameters] })
      return rows.map((row) => Array.from(row))
    },
    close: async () => client.close(),
  }
}

export default defineEngine({
  name: 'libsql-client',
  api: 'async',
  storage: 'sqlite',
  entities: 'plain',
  limits: { decimal: 'SQLite has no decimal type; kept as its exact text' },
  open: async (options) => {
    const client = await connect(options)
    return asyncSession(driverOf(client, options.onStatement), { model: options.model, chunkSize })
  },
})
