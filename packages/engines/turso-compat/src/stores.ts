import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { defineStoreEngine, noteFile, noteSchema } from '@rowrate/core/stores'
import { noteStore } from '@rowrate/engine-better-sqlite3/note-store'
import { syncNewDatabase } from '@rowrate/engine-turso/declarations'
import { Database } from '@rowrate/engine-turso/library'
import {
  noteDeclarations,
  noteSettingQueries,
  noteSettings,
} from '@rowrate/engine-turso/note-declarations'

type Connection = Parameters<typeof noteStore>[0]

const connect = (file: string) => new Database(file) as unknown as Connection

const openStore = (db: Connection) => ({
  ...noteStore(db),
  settings: () => noteSettings(noteSettingQueries.map((sql) => db.prepare(sql).get())),
})

export default defineStoreEngine({
  ...noteDeclarations,
  name: 'turso-compat',
  api: 'sync',
  build: ({ text, ts }) => ({ text, ts }),
  create: ({ directory }) => {
    mkdirSync(directory)
    const file = join(directory, noteFile)
    const db = connect(file)
    db.exec(noteSchema)
    syncNewDatabase(file)
    return openStore(db)
  },
  open: ({ directory }) => {
    const file = join(directory, noteFile)
    // It would make a missing database.
    statSync(file)
    return openStore(connect(file))
  },
})
