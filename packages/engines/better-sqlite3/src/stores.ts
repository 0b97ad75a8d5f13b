import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { defineStoreEngine, noteFile, noteSchema } from '@rowrate/core/stores'
import Database from 'better-sqlite3'

import { noteStore } from './note-store.ts'

export default defineStoreEngine({
  name: 'better-sqlite3',
  api: 'sync',
  family: 'sqlite',
  published: 'SQLite',
  journal: 'delete',
  build: ({ text, ts }) => ({ text, ts }),
  create: ({ directory }) => {
    mkdirSync(directory)
    const db = new Database(join(directory, noteFile))
    db.exec(noteSchema)
    return noteStore(db)
  },
  open: ({ directory }) =>
    noteStore(new Database(join(directory, noteFile), { fileMustExist: true })),
})
