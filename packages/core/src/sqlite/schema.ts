import type { Column, ColumnType, Model } from '../model.ts'

/** The declared type of each column type; what a schema is compared by. */
export const columnTypes: Readonly<Record<ColumnType, string>> = {
  id: 'INTEGER',
  datetime: 'INTEGER',
  int16: 'SMALLINT',
  int32: 'INTEGER',
  int64: 'BIGINT',
  float64: 'REAL',
  char: 'VARCHAR(255)',
  string: 'VARCHAR(255)',
  text: 'TEXT',
  decimal: 'TEXT',
  json: 'TEXT',
  reference: 'INTEGER',
}

/** Where a definition is more than its type. */
const definitions: Partial<Readonly<Record<ColumnType, string>>> = {
  id: 'INTEGER PRIMARY KEY',
  reference: 'INTEGER REFERENCES journal (id) ON DELETE SET NULL',
}

/** Milliseconds since 1970; spelled so that SQLite before 3.42 understands it as well. */
const nowMs = `(CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER))`
const nowText = `(strftime('%Y-%m-%d %H:%M:%f', 'now'))`

/** Types that an ORM can only store otherwise, and names as its limits; a date that is no INTEGER is ISO text. */
export type OtherTypes = Partial<Readonly<Record<'datetime' | 'decimal' | 'json', string>>>

function literal(value: unknown): string {
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `'${text.replaceAll("'", "''")}'`
}

/** How a database spells the schema. */
export interface SchemaDialect {
  /** The definition of each column type, of `id` and `reference` with what they are beyond a type. */
  readonly types: Readonly<Record<ColumnType, string>>
  /** The default of a date. */
  readonly now: string
  /** Both columns of the join table. */
  readonly target: string
}

function columnDefinition(
  { name, type, nullable, default: value }: Column,
  { types, now }: SchemaDialect,
): string {
  if (type === 'id') return `${name} ${types.id}`
  const defaultText = type === 'datetime' ? now : value === undefined ? undefined : literal(value)
  return [
    name,
    types[type],
    ...(nullable ? [] : ['NOT NULL']),
    ...(defaultText === undefined ? [] : [`DEFAULT ${defaultText}`]),
  ].join(' ')
}

/**
 * The one schema of every SQLite engine. Dates are milliseconds, decimals and JSON are TEXT, unless `otherTypes` says
 * otherwise.
 */
export const schemaStatements = (model: Model, otherTypes: OtherTypes = {}): string[] =>
  dialectStatements(model, {
    types: { ...columnTypes, ...definitions, ...otherTypes },
    now: otherTypes.datetime === undefined ? nowMs : nowText,
    target: `INTEGER NOT NULL REFERENCES ${model.table} (id) ON DELETE CASCADE`,
  })

/** The statements that create a model's tables and indexes where they do not exist. */
export function dialectStatements(model: Model, dialect: SchemaDialect): string[] {
  const columns = model.columns.map((column) => columnDefinition(column, dialect)).join(',\n  ')
  const statements = [`CREATE TABLE IF NOT EXISTS ${model.table} (\n  ${columns}\n)`]
  for (const { name, indexed } of model.columns) {
    if (indexed) {
      statements.push(
        `CREATE INDEX IF NOT EXISTS ${model.table}_${name} ON ${model.table} (${name})`,
      )
    }
  }
  if (model.relations) {
    const { table, from, to } = model.relations.related
    const { target } = dialect
    statements.push(
      `CREATE TABLE IF NOT EXISTS ${table} (\n  ${from} ${target},\n  ${to} ${target},\n  PRIMARY KEY (${from}, ${to})\n)`,
      `CREATE INDEX IF NOT EXISTS ${table}_${to} ON ${table} (${to})`,
    )
  }
  return statements
}
