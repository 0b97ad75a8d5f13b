import type { Note } from './notes.ts'

/*
 * What the stores of all SQL engines share. Nothing is set when a store opens: DELETE journal and synchronous=FULL are the default
 * of every SQLite build here, and each phase reads them back.
 */

export const noteSchema =
  'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL, ts INTEGER NOT NULL)'

/** Notes of one INSERT: one statement for each note took longer, larger statements were not faster. */
export const notesPerInsert = 100

/** Settings that a store reads back. */
export const noteSettingNames = ['synchronous', 'journal_mode', 'page_size', 'cache_size'] as const

export const noteSql = {
  count: 'SELECT count(*) AS notes FROM note',
  get: 'SELECT id, text, ts FROM note WHERE id = ?',
  all: 'SELECT id, text, ts FROM note',
  insert: (notes: number): string =>
    `INSERT INTO note (text, ts) VALUES ${Array.from({ length: notes }, () => '(?, ?)').join(', ')}`,
  settings: `SELECT sqlite_version() AS sqlite_version, ${noteSettingNames
    .map((name) => `(SELECT ${name} FROM pragma_${name}) AS ${name}`)
    .join(', ')}`,
} as const

/** File of a SQL store in its folder. */
export const noteFile = 'notes.sqlite3'

/** The parameters of one INSERT, two for each note. */
export type InsertParameters = readonly (string | number)[]

/** Notes as the parameters of the INSERTs that save them. */
export function insertParameters(notes: readonly Note[]): InsertParameters[] {
  const inserts: InsertParameters[] = []
  for (let start = 0; start < notes.length; start += notesPerInsert) {
    const parameters: (string | number)[] = []
    const end = Math.min(start + notesPerInsert, notes.length)
    for (let index = start; index < end; index += 1) {
      const { text, ts } = notes[index]!
      parameters.push(text, ts)
    }
    inserts.push(parameters)
  }
  return inserts
}
