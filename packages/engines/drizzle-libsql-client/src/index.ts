import type { ResultSet } from '@libsql/client'
import { createClient } from '@libsql/client'
import type { JournalRow, OpenOptions, Session } from '@rowrate/core'
import { defineEngine, schemaStatements, settingStatements } from '@rowrate/core'
import { journalSchema } from '@rowrate/engine-drizzle-better-sqlite3/schema'
import { journalSession } from '@rowrate/engine-drizzle-better-sqlite3/session'
import { drizzle } from 'drizzle-orm/libsql'

export async function openSession(
  { file, model, journal, onStatement }: OpenOptions,
  prepared: boolean,
): Promise<Session<'async', JournalRow>> {
  // One connection, so that its settings hold for every statement and transaction.
  const client = createClient({ url: `file:${file}`, concurrency: 1 })
  for (const statement of [...settingStatements(journal), ...schemaStatements(model)]) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await client.execute(statement)
  }
  const schema = journalSchema(model, prepared)
  const db = drizzle(client, {
    schema,
    ...(onStatement && { logger: { logQuery: onStatement } }),
  })
  return {
    ...journalSession(db, schema, model, {
      prepared,
      changes: ({ rowsAffected }: ResultSet) => rowsAffected,
    }),
    close: () => {
      client.close()
      return undefined
    },
  }
}

export const declarations = {
  api: 'async',
  storage: 'sqlite',
  entities: 'plain',
  limits: {
    decimal: 'SQLite has no decimal type; kept as its exact text',
    tuples: "values() gives the client's rows, which have names as well as numbers",
  },
} as const

export default defineEngine({
  ...declarations,
  name: 'drizzle-libsql-client',
  open: (options) => openSession(options, false),
})
