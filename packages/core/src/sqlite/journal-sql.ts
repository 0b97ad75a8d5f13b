import type { Column, Model, NewJournal } from '../model.ts'
import { valueOf } from '../engine.ts'

/**
 * The SQL of the raw drivers, one text per operation; `columns` are all columns of the model, `written` all but the id.
 * Parameters are positional.
 */
export interface JournalSql {
  readonly insert: string
  /** One statement for `rows` rows. */
  insertMany(rows: number): string
  readonly filter: string
  /** As `filter`, spelled otherwise: a statement of its own, which gives tuples. */
  readonly filterTuples: string
  readonly page: string
  readonly get: string
  readonly all: string
  /** All columns but the id, then the id. */
  readonly update: string
  readonly updateLevel: string
  readonly remove: string
  /** A page in id order. */
  readonly orderedPage: string
  /** The page of `orderedPage` with its parents' columns, prefixed with `parent.`. */
  readonly pageWithParents: string
  /** Rows related to those whose ids are in a JSON array, each with `journal_id`. */
  readonly related: string
  readonly children: string
  /** For engines that no second reader can link: the parent and id; the id; the id and the related one. */
  readonly setParent: string
  readonly removeRelated: string
  readonly relate: string
}

/** SQLite's limit on variables in one statement, in every build measured here. */
export const maxVariables = 32_766

export function journalSql(model: Model): JournalSql {
  const names = model.columns.map(({ name }) => name)
  const written = names.filter((name) => name !== 'id')
  const list = names.join(', ')
  const row = `(${written.map(() => '?').join(', ')})`
  const insert = (rows: number) =>
    `INSERT INTO journal (${written.join(', ')}) VALUES ${Array(rows).fill(row).join(', ')}`
  const prefixed = (table: string, prefix: string) =>
    names.map((name) => `${table}.${name} AS "${prefix}${name}"`).join(', ')
  return {
    insert: insert(1),
    insertMany: (rows) => `${insert(rows)} RETURNING id`,
    filter: `SELECT ${list} FROM journal WHERE level = ?`,
    filterTuples: `SELECT ${list} FROM journal WHERE (level = ?)`,
    page: `SELECT ${list} FROM journal WHERE level = ? LIMIT ? OFFSET ?`,
    get: `SELECT ${list} FROM journal WHERE id = ?`,
    all: `SELECT ${list} FROM journal`,
    update: `UPDATE journal SET ${written.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
    updateLevel: 'UPDATE journal SET level = ? WHERE id = ?',
    remove: 'DELETE FROM journal WHERE id = ?',
    orderedPage: `SELECT ${list} FROM journal WHERE level = ? ORDER BY id LIMIT ? OFFSET ?`,
    pageWithParents: `SELECT ${prefixed('page', '')}, ${prefixed('parent', 'parent.')} FROM (SELECT * FROM journal WHERE level = ? ORDER BY id LIMIT ? OFFSET ?) AS page LEFT JOIN journal AS parent ON parent.id = page.parent_id ORDER BY page.id`,
    related: `SELECT journal_id, ${prefixed('journal', '')} FROM journal_related JOIN journal ON journal.id = related_id WHERE journal_id IN (SELECT value FROM json_each(?))`,
    children: `SELECT ${list} FROM journal WHERE parent_id = ?`,
    setParent: 'UPDATE journal SET parent_id = ? WHERE id = ?',
    removeRelated: 'DELETE FROM journal_related WHERE journal_id = ?',
    relate: 'INSERT INTO journal_related (journal_id, related_id) VALUES (?, ?)',
  }
}

/** An entity of a raw driver: the row itself, dates and JSON as JavaScript values. */
export interface JournalRow extends Record<string, unknown> {
  id: number
  timestamp: Date
  level: number
  text: string
  parent?: JournalRow | null
  related?: JournalRow[]
  children?: JournalRow[]
}

export interface JournalRows {
  /** A new entity, not stored yet. */
  readonly build: (values: NewJournal) => JournalRow
  /** The values of all columns but the id, in the order of the table, as SQLite takes them. */
  readonly parameters: (entity: JournalRow) => (string | number | bigint | null)[]
  /** Turns a row into an entity, in place. */
  readonly entity: (row: Record<string, unknown>) => JournalRow
  /** Splits a row of `pageWithParents`. */
  readonly entityWithParent: (row: Record<string, unknown>) => JournalRow
  /** Hands the rows of `related` to the entities that they belong to. */
  readonly attachRelated: (
    entities: readonly JournalRow[],
    rows: readonly Record<string, unknown>[],
  ) => JournalRow[]
}

type Encode = (value: unknown) => string | number | bigint | null

function encoderOf({ type }: Column): Encode {
  if (type === 'datetime') return (value) => (value as Date).getTime()
  if (type === 'json') return (value) => (value === null ? null : JSON.stringify(value))
  return (value) => value as string | number | bigint | null
}

export function journalRows(model: Model): JournalRows {
  const written = model.columns
    .filter(({ type }) => type !== 'id')
    .map((column) => ({ name: column.name, encode: encoderOf(column) }))
  const jsonNames = model.columns.filter(({ type }) => type === 'json').map(({ name }) => name)
  const references = model.columns
    .filter(({ type }) => type === 'reference')
    .map(({ name }) => [name, null])
  const entity = (row: Record<string, unknown>) => {
    row['timestamp'] = new Date(row['timestamp'] as number)
    for (const name of jsonNames) {
      const text = row[name]
      if (text !== null) row[name] = JSON.parse(text as string)
    }
    return row as JournalRow
  }
  const names = model.columns.map(({ name }) => name)
  const part = (row: Record<string, unknown>, prefix: string) =>
    entity(Object.fromEntries(names.map((name) => [name, row[prefix + name]])))
  return {
    build: (values) => ({ id: 0, ...Object.fromEntries(references), ...values }),
    parameters: (each) => written.map(({ name, encode }) => encode(each[name])),
    entity,
    entityWithParent: (row) => ({
      ...part(row, ''),
      parent: row['parent.id'] === null ? null : part(row, 'parent.'),
    }),
    attachRelated: (entities, rows) => {
      const byOwner = Map.groupBy(rows, (row) => row['journal_id'] as number)
      return entities.map((each) => ({
        ...each,
        related: (byOwner.get(Number(valueOf(each, 'id'))) ?? []).map((row) => part(row, '')),
      }))
    },
  }
}
