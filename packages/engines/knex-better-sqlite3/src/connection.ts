import type { OpenOptions, Settings } from '@rowrate/core'
import { schemaStatements, settingsQuery, settingStatements } from '@rowrate/core'
import type Database from 'better-sqlite3'
import type { Knex } from 'knex'
import createKnex from 'knex'

/** Knex keeps one connection to a SQLite file in its pool; whichever it opens gets the settings. */
export async function connect({ file, model, journal, onStatement }: OpenOptions): Promise<Knex> {
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    pool: {
      afterCreate: (connection: Database.Database, done: (error: Error | null) => void) => {
        for (const statement of settingStatements(journal)) {
          connection.pragma(statement.slice('PRAGMA '.length))
        }
        done(null)
      },
    },
  })
  for (const statement of schemaStatements(model)) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await knex.raw(statement)
  }
  if (onStatement) knex.on('query', ({ sql }: { readonly sql: string }) => onStatement(sql))
  return knex
}

export const readSettings = async (knex: Knex): Promise<Settings[]> =>
  knex.raw<Settings[]>(settingsQuery)
