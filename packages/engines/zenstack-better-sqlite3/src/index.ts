import { defineEngine, schemaStatements, settingStatements } from '@rowrate/core'
import type { Client } from '@rowrate/engine-prisma-better-sqlite3/session'
import { journalSession } from '@rowrate/engine-prisma-better-sqlite3/session'
import Database from 'better-sqlite3'

import {
  DbNull,
  relationsSchema,
  simpleSchema,
  SqliteDialect,
  wideSchema,
  ZenStackClient,
} from '../library/index.js'

const schemas = { 1: simpleSchema, 2: relationsSchema, 3: wideSchema }

export default defineEngine({
  name: 'zenstack-better-sqlite3',
  api: 'async',
  storage: 'sqlite',
  entities: 'plain',
  lacks: { tuples: 'ZenStack gives rows as objects only' },
  limits: { datetime: 'ZenStack stores dates as ISO text, of the type DATETIME' },
  open: ({ file, model, journal, onStatement }) => {
    const database = new Database(file)
    for (const statement of settingStatements(journal)) {
      database.pragma(statement.slice('PRAGMA '.length))
    }
    for (const statement of schemaStatements(model, { datetime: 'DATETIME' }))
      database.exec(statement)
    const client = new ZenStackClient(schemas[model.test], {
      dialect: new SqliteDialect({ database }),
      ...(onStatement && {
        log: ({ query }: { readonly query: { readonly sql: string } }) => onStatement(query.sql),
      }),
    })
    // The API is Prisma's, so that its session serves both.
    const sameApi: Client = client as never
    return journalSession(sameApi, model, DbNull)
  },
})
