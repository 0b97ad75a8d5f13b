import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { Client, InStatement } from '@libsql/client'
import { createClient } from '@libsql/client'
import type { Settings } from '@rowrate/core'
import type { InsertParameters, Note, NoteStore, StoredNote } from '@rowrate/core/stores'
import {
  defineStoreEngine,
  insertParameters,
  noteFile,
  noteSchema,
  noteSql,
} from '@rowrate/core/stores'

const connect = (file: string) => createClient({ url: `file:${file}`, concurrency: 1 })

function openStore(client: Client): NoteStore<'async', Note, readonly InsertParameters[]> {
  const rows = async (statement: InStatement) =>
    (await client.execute(statement)).rows as unknown as Record<string, unknown>[]
  const put = async (inserts: readonly InsertParameters[]) => {
    const statements = inserts.map((parameters) => ({
      sql: noteSql.insert(parameters.length / 2),
      args: [...parameters],
    }))
    const results = await client.batch(statements, 'write')
    return results.reduce((sum, { rowsAffected }) => sum + rowsAffected, 0)
  }
  return {
    write: (notes) => put(insertParameters(notes)),
    marshal: insertParameters,
    put,
    count: async () => (await rows(noteSql.count))[0]!['notes'] as number,
    get: async (id) => (await rows({ sql: noteSql.get, args: [id] }))[0] as StoredNote | undefined,
    all: async () => (await rows(noteSql.all)) as unknown as StoredNote[],
    settings: async () => (await rows(noteSql.settings)).map((row) => ({ ...row }) as Settings),
    close: () => {
      client.close()
      return undefined
    },
  }
}

export default defineStoreEngine({
  name: 'libsql-client',
  api: 'async',
  family: 'sqlite',
  published: 'libSQL',
  journal: 'delete',
  build: ({ text, ts }) => ({ text, ts }),
  create: async ({ directory }) => {
    mkdirSync(directory)
    const client = connect(join(directory, noteFile))
    await client.execute(noteSchema)
    return openStore(client)
  },
  open: ({ directory }) => {
    const file = join(directory, noteFile)
    // It would make a missing database, and has no option against that.
    statSync(file)
    return openStore(connect(file))
  },
})
