import { defineEngine, schemaStatements, settingStatements } from '@rowrate/core'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'

import type { JournalDatabase } from './session.ts'
import { declarations, journalSession } from './session.ts'

export default defineEngine({
  ...declarations,
  name: 'kysely-better-sqlite3',
  open: ({ file, model, journal, onStatement }) => {
    const database = new Database(file)
    for (const statement of settingStatements(journal))
      database.pragma(statement.slice('PRAGMA '.length))
    for (const statement of schemaStatements(model)) database.exec(statement)
    const db = new Kysely<JournalDatabase>({
      dialect: new SqliteDialect({ database }),
      ...(onStatement && { log: ({ query }) => onStatement(query.sql) }),
    })
    return journalSession(db, model)
  },
})
