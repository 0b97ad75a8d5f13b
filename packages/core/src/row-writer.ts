import type { Link, Writer } from './engine.ts'
import type { JournalRow, JournalSql } from './sqlite/journal-sql.ts'

/** What differs between the async drivers whose entities are rows. */
export interface RowWriterOptions<Value> {
  readonly sql: Pick<JournalSql, 'update' | 'updateLevel' | 'remove'>
  /** The values of all columns but the id, in the order of the table. */
  readonly parameters: (row: JournalRow) => readonly Value[]
  /** Saves a new row and sets its id; gives the number of rows. */
  readonly insert: (row: JournalRow) => Promise<number>
  /** Runs a statement; gives the number of rows that it changed. */
  readonly changes: (sql: string, values: (Value | number)[]) => Promise<number>
}

/** Writes rows one by one, all columns at an update. */
export const rowWriter = <Value>({
  sql,
  parameters,
  insert,
  changes,
}: RowWriterOptions<Value>): Writer<'async', JournalRow> => ({
  insert,
  update: (row, { level, text }) => {
    row.level = level
    row.text = text
    return changes(sql.update, [...parameters(row), row.id])
  },
  updateLevel: (row, level) => {
    row.level = level
    return changes(sql.updateLevel, [level, row.id])
  },
  remove: ({ id }) => changes(sql.remove, [id]),
})

/** Links rows that no second reader can link, over a connection in a transaction; gives the number of links. */
export async function linkRows(
  links: readonly Link[],
  sql: Pick<JournalSql, 'setParent' | 'removeRelated' | 'relate'>,
  run: (sql: string, values: (number | null)[]) => Promise<unknown>,
): Promise<number> {
  for (const { id, parent, related } of links) {
    // oxlint-disable-next-line no-await-in-loop -- one connection does one statement at a time
    await run(sql.setParent, [parent, id])
    // oxlint-disable-next-line no-await-in-loop -- likewise
    await run(sql.removeRelated, [id])
    // oxlint-disable-next-line no-await-in-loop -- likewise
    for (const to of related) await run(sql.relate, [id, to])
  }
  return links.length
}
