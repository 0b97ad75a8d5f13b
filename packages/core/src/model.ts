export const tests = [1, 2, 3] as const
export type Test = (typeof tests)[number]

export type ColumnType =
  | 'id'
  | 'datetime'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'float64'
  | 'char'
  | 'string'
  | 'text'
  | 'decimal'
  | 'json'
  | 'reference'

export interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly nullable: boolean
  readonly indexed: boolean
  /** Present where the column has a default of its own (`now` for a date-time). */
  readonly default?: Value
}

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json }
export type Value = Json | bigint | Date
export type Id = number

/** A row before it is stored: every value but the id, keyed by column name. Decimals are exact strings. */
export interface NewJournal {
  readonly timestamp: Date
  readonly level: number
  readonly text: string
  readonly [column: string]: Value
}

/**
 * An entity as an engine gives it back: plain row, class instance or proxy. Only what core reads is named; the columns of the
 * wide model (`col_float1` …) and the relations (`parent`, `related`, `children`) are read by name.
 */
export interface Journal {
  id: Id | bigint
  timestamp: Date
  level: number
  text: string
}

export interface Model {
  readonly test: Test
  readonly name: 'simple' | 'relations' | 'wide'
  readonly table: 'journal'
  /** In the order of the table and of a tuple. */
  readonly columns: readonly Column[]
  readonly relations?: {
    /** To-one, ON DELETE SET NULL, indexed; `children` is its reverse. */
    readonly parent: { readonly column: 'parent_id'; readonly reverse: 'children' }
    /** Many-to-many through a join table, ON DELETE CASCADE; `relatedFrom` is its reverse. */
    readonly related: {
      readonly table: 'journal_related'
      readonly from: 'journal_id'
      readonly to: 'related_id'
      readonly reverse: 'relatedFrom'
    }
  }
}

const column = (name: string, type: ColumnType, extra: Partial<Column> = {}): Column => ({
  name,
  type,
  nullable: false,
  indexed: false,
  ...extra,
})

const simple: readonly Column[] = [
  column('id', 'id'),
  column('timestamp', 'datetime'),
  column('level', 'int16', { indexed: true }),
  column('text', 'string', { indexed: true }),
]

/** One set of eight columns; sets 1 and 3 are NOT NULL with these defaults, sets 2 and 4 nullable without. */
const wideSet: readonly (readonly [string, ColumnType, Value])[] = [
  ['float', 'float64', 2.2],
  ['smallint', 'int16', 2],
  ['int', 'int32', 2_000_000],
  ['bigint', 'int64', 99_999_999],
  ['char', 'char', 'value1'],
  ['text', 'text', 'Moo,Foo,Baa,Waa,Moo,Foo,Baa,Waa,Moo,Foo,Baa,Waa'],
  ['decimal', 'decimal', '2.2'],
  ['json', 'json', { a: 1, b: 'b', c: [2], d: { e: 3 }, f: true }],
]

const wide: readonly Column[] = [1, 2, 3, 4].flatMap((set) =>
  wideSet.map(([name, type, value]) =>
    column(`col_${name}${set}`, type, set % 2 === 1 ? { default: value } : { nullable: true }),
  ),
)

export const models: Readonly<Record<Test, Model>> = {
  1: { test: 1, name: 'simple', table: 'journal', columns: simple },
  2: {
    test: 2,
    name: 'relations',
    table: 'journal',
    columns: [...simple, column('parent_id', 'reference', { nullable: true, indexed: true })],
    relations: {
      parent: { column: 'parent_id', reverse: 'children' },
      related: {
        table: 'journal_related',
        from: 'journal_id',
        to: 'related_id',
        reverse: 'relatedFrom',
      },
    },
  },
  3: { test: 3, name: 'wide', table: 'journal', columns: [...simple, ...wide] },
}

/** The columns whose values an answer is judged by: all but references, which the end state judges. */
export const valueColumns = (model: Model): readonly Column[] =>
  model.columns.filter((each) => each.type !== 'reference')
