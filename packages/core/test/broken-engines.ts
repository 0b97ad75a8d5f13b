import { join } from 'node:path'

import Database from 'better-sqlite3'

import sound from '../../engines/better-sqlite3/src/index.ts'
import type { Engine, JournalRow, OpenOptions, Session } from '../src/index.ts'
import { defineEngine } from '../src/index.ts'

type RowSession = Session<'sync', JournalRow>

/** The better-sqlite3 engine with one thing wrong. */
export function broken(
  alter: (session: RowSession, options: OpenOptions) => Partial<RowSession>,
  changes: Partial<Engine<'sync', JournalRow>> = {},
): Engine<'sync', JournalRow> {
  return defineEngine({
    ...sound,
    ...changes,
    open: async (options: OpenOptions) => {
      const session = await sound.open(options)
      return { ...session, ...alter(session, options) }
    },
  })
}

/** Opens the file a second time in this process and changes it: only for engines that are to be caught. */
export function tamper(directory: string, statement: string): undefined {
  const db = new Database(join(directory, 'db.sqlite3'))
  db.exec(statement)
  db.close()
}

export { sound }
