import type { JournalRow, OpenOptions, Session } from '@rowrate/core'
import { defineEngine, schemaStatements, settingStatements } from '@rowrate/core'
import type { RunResult } from 'better-sqlite3'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'

import { journalSchema } from './schema.ts'
import type { JournalDatabase } from './session.ts'
import { journalSession } from './session.ts'

export const openSession = (
  { file, model, journal, onStatement }: OpenOptions,
  prepared: boolean,
): Session<'sync', JournalRow> => {
  const client = new Database(file)
  for (const statement of settingStatements(journal))
    client.pragma(statement.slice('PRAGMA '.length))
  for (const statement of schemaStatements(model)) client.exec(statement)
  const schema = journalSchema(model, prepared)
  const db = drizzle(client, {
    schema,
    ...(onStatement && { logger: { logQuery: onStatement } }),
  })
  const session = journalSession(db as unknown as JournalDatabase, schema, model, {
    prepared,
    changes: ({ changes }: RunResult) => changes,
  })
  return {
    ...(session as unknown as Session<'sync', JournalRow>),
    close: () => {
      client.close()
      return undefined
    },
  }
}

export const declarations = {
  api: 'sync',
  storage: 'sqlite',
  entities: 'plain',
  limits: { decimal: 'SQLite has no decimal type; kept as its exact text' },
} as const

export default defineEngine({
  ...declarations,
  name: 'drizzle-better-sqlite3',
  open: (options) => openSession(options, false),
})
