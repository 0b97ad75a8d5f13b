import type { Model, SchemaDialect } from '@rowrate/core'
import { dialectStatements } from '@rowrate/core'

const types: SchemaDialect['types'] = {
  id: 'BIGINT PRIMARY KEY',
  datetime: 'TIMESTAMP_MS',
  int16: 'SMALLINT',
  int32: 'INTEGER',
  int64: 'BIGINT',
  float64: 'DOUBLE',
  char: 'VARCHAR(255)',
  string: 'VARCHAR(255)',
  text: 'VARCHAR',
  decimal: 'DECIMAL(12, 8)',
  json: 'JSON',
  reference: 'BIGINT',
}

const dialect: SchemaDialect = {
  types,
  now: '(epoch_ms(epoch_ms(now())))',
  target: 'BIGINT',
}

export const schemaStatements = (model: Model): string[] => dialectStatements(model, dialect)

/** DuckDB gives whole rows as values: a parent is one, its children a list of them. */
export function journalSql({ columns }: Model) {
  const written = columns.map(({ name }) => name).filter((name) => name !== 'id')
  const names = ['id', ...written].join(', ')
  const select = `SELECT ${names} FROM journal`
  const page = `(${select} WHERE level = ? ORDER BY id LIMIT ? OFFSET ?) AS page`
  return {
    // A sequence can not be set back; a new one begins after the highest id.
    highestId: 'SELECT coalesce(max(id), 0) AS id FROM journal',
    sequence: (start: number) => `CREATE OR REPLACE SEQUENCE journal_id START ${start}`,
    insert: `INSERT INTO journal (${names}) VALUES (nextval('journal_id'), ${written.map(() => '?').join(', ')}) RETURNING id`,
    reserve: `SELECT nextval('journal_id') AS id FROM range(?)`,
    filter: `${select} WHERE level = ?`,
    page: `${select} WHERE level = ? LIMIT ? OFFSET ?`,
    get: `${select} WHERE id = ?`,
    all: select,
    update: `UPDATE journal SET ${written.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
    updateLevel: 'UPDATE journal SET level = ? WHERE id = ?',
    remove: 'DELETE FROM journal WHERE id = ?',
    pageWithParents: `SELECT page.*, CASE WHEN parent.id IS NOT NULL THEN parent END AS parent FROM ${page} LEFT JOIN journal AS parent ON parent.id = page.parent_id ORDER BY page.id`,
    pageWithRelated: `SELECT page.*, (SELECT list(other) FROM journal_related JOIN journal AS other ON other.id = related_id WHERE journal_id = page.id) AS related FROM ${page} ORDER BY page.id`,
    getWithChildren: `SELECT journal.*, (SELECT list(child) FROM journal AS child WHERE child.parent_id = journal.id) AS children FROM journal WHERE id = ?`,
    setParent: 'UPDATE journal SET parent_id = ? WHERE id = ?',
    removeRelated: 'DELETE FROM journal_related WHERE journal_id = ?',
    relate: 'INSERT INTO journal_related VALUES (?, ?)',
    settings: `SELECT library_version AS duckdb_version, current_setting('checkpoint_threshold') AS checkpoint_threshold, current_setting('threads')::INTEGER AS threads FROM pragma_version()`,
  }
}
