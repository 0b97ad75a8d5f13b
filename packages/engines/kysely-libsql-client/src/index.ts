import { createClient } from '@libsql/client'
import { LibsqlDialect } from '@libsql/kysely-libsql'
import { defineEngine, schemaStatements, settingStatements } from '@rowrate/core'
import type { JournalDatabase } from '@rowrate/engine-kysely-better-sqlite3/session'
import { declarations, journalSession } from '@rowrate/engine-kysely-better-sqlite3/session'
import { Kysely } from 'kysely'

export default defineEngine({
  ...declarations,
  name: 'kysely-libsql-client',
  open: async ({ file, model, journal, onStatement }) => {
    // One connection, so that its settings hold for every statement and transaction.
    const client = createClient({ url: `file:${file}`, concurrency: 1 })
    for (const statement of [...settingStatements(journal), ...schemaStatements(model)]) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await client.execute(statement)
    }
    const db = new Kysely<JournalDatabase>({
      dialect: new LibsqlDialect({ client }),
      ...(onStatement && { log: ({ query }) => onStatement(query.sql) }),
    })
    return {
      ...journalSession(db, model),
      // The dialect leaves a client that it was given open.
      close: async () => {
        await db.destroy()
        client.close()
        return undefined
      },
    }
  },
})
