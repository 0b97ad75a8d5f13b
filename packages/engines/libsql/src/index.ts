import type { OpenOptions } from '@rowrate/core'
import { defineEngine, schemaStatements, settingStatements } from '@rowrate/core'
import { openSession, traced } from '@rowrate/engine-better-sqlite3/session'
import Database from 'libsql'

type Connection = Parameters<typeof openSession>[0]

function connect({ file, model, journal, onStatement }: OpenOptions): Connection {
  const db = new Database(file) as unknown as Connection
  for (const statement of settingStatements(journal)) db.exec(statement)
  for (const statement of schemaStatements(model)) db.exec(statement)
  return onStatement ? traced(db, onStatement) : db
}

export default defineEngine({
  name: 'libsql',
  api: 'sync',
  storage: 'sqlite',
  entities: 'plain',
  limits: { decimal: 'SQLite has no decimal type; kept as its exact text' },
  open: (options) => openSession(connect(options), options.model),
})
