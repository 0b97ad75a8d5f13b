import { DatabaseSync } from 'node:sqlite'

import { defineEngine, schemaStatements, settingStatements } from '@rowrate/core'
import type { JournalDatabase } from '@rowrate/engine-kysely-better-sqlite3/session'
import { declarations, journalSession } from '@rowrate/engine-kysely-better-sqlite3/session'
import type { SqliteDatabase } from 'kysely'
import { Kysely, SqliteDialect } from 'kysely'

/** What Kysely's dialect asks of a driver, over node:sqlite: like better-sqlite3's, its statements are compiled at each call. */
function adapted(client: DatabaseSync): SqliteDatabase {
  return {
    prepare: (sql) => {
      const statement = client.prepare(sql)
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...(parameters as never[])),
        run: (parameters) => statement.run(...(parameters as never[])),
        iterate: (parameters) => statement.iterate(...(parameters as never[])),
      }
    },
    close: () => client.close(),
  }
}

export default defineEngine({
  ...declarations,
  name: 'kysely-node-sqlite',
  open: ({ file, model, journal, onStatement }) => {
    const client = new DatabaseSync(file)
    for (const statement of [...settingStatements(journal), ...schemaStatements(model)]) {
      client.exec(statement)
    }
    const db = new Kysely<JournalDatabase>({
      dialect: new SqliteDialect({ database: adapted(client) }),
      ...(onStatement && { log: ({ query }) => onStatement(query.sql) }),
    })
    return journalSession(db, model)
  },
})
