import type { OpenOptions } from '@rowrate/core'
import { defineEngine, schemaStatements, settingStatements } from '@rowrate/core'
import { openSession } from '@rowrate/engine-better-sqlite3/session'
import Database from 'libsql'

type Connection = Parameters<typeof openSession>[0]

/** The driver has no log of its own: its calls are told as they are made. */
function traced(db: Connection, onStatement: (statement: string) => void): Connection {
  const exec = db.exec.bind(db)
  const prepare = db.prepare.bind(db)
  db.exec = (sql) => {
    onStatement(sql)
    return exec(sql)
  }
  db.prepare = ((sql: string) => {
    const statement = prepare(sql)
    for (const method of ['run', 'get', 'all'] as const) {
      const call = statement[method].bind(statement) as (...values: unknown[]) => never
      statement[method] = (...values: unknown[]) => {
        onStatement(sql)
        return call(...values)
      }
    }
    return statement
  }) as typeof prepare
  return db
}

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
