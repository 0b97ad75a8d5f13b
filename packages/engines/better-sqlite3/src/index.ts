import type { OpenOptions } from '@rowrate/core'
import { defineEngine, schemaStatements, settingStatements } from '@rowrate/core'
import Database from 'better-sqlite3'

import { openSession } from './session.ts'

function connect({ file, model, journal, onStatement }: OpenOptions): Database.Database {
  const db = new Database(file, {
    ...(onStatement && { verbose: (statement) => onStatement(String(statement)) }),
  })
  for (const statement of settingStatements(journal)) db.pragma(statement.slice('PRAGMA '.length))
  for (const statement of schemaStatements(model)) db.exec(statement)
  return db
}

export default defineEngine({
  name: 'better-sqlite3',
  api: 'sync',
  storage: 'sqlite',
  entities: 'plain',
  limits: { decimal: 'SQLite has no decimal type; kept as its exact text' },
  open: (options) => openSession(connect(options), options.model),
})
