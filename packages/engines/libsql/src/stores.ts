import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { defineStoreEngine, noteFile, noteSchema } from '@rowrate/core/stores'
import { noteStore } from '@rowrate/engine-better-sqlite3/note-store'
import Database from 'libsql'

const connect = (file: string) => new Database(file) as unknown as Parameters<typeof noteStore>[0]

export default defineStoreEngine({
  name: 'libsql',
  api: 'sync',
  family: 'sqlite',
  published: 'libSQL',
  journal: 'delete',
  build: ({ text, ts }) => ({ text, ts }),
  create: ({ directory }) => {
    mkdirSync(directory)
    const db = connect(join(directory, noteFile))
    db.exec(noteSchema)
    return noteStore(db)
  },
  open: ({ directory }) => {
    const file = join(directory, noteFile)
    // It would make a missing database, and has no option against that.
    statSync(file)
    return noteStore(connect(file))
  },
})
