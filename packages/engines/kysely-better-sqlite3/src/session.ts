import type { Model, NewJournal, Session, Settings, Writer } from '@rowrate/core'
import { maxVariables, settingsQuery } from '@rowrate/core'
import type { Generated, Insertable, Kysely, Selectable } from 'kysely'
import { ParseJSONResultsPlugin, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/sqlite'

interface JournalTable {
  id: Generated<number>
  timestamp: number
  level: number
  text: string
  parent_id: number | null
}

export interface JournalDatabase {
  journal: JournalTable
  journal_related: { journal_id: number; related_id: number }
}

type Row = Selectable<JournalTable>
type Database = Pick<
  Kysely<JournalDatabase>,
  'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom'
>

/** A new row; Kysely hands values to the driver as they are. */
function builderOf({ columns }: Model): (values: NewJournal) => Insertable<JournalTable> {
  const jsonNames = columns.filter(({ type }) => type === 'json').map(({ name }) => name)
  return ({ timestamp, ...values }) => {
    const row: Record<string, unknown> = { ...values, timestamp: timestamp.getTime() }
    for (const name of jsonNames) {
      if (row[name] !== null) row[name] = JSON.stringify(row[name])
    }
    return row as unknown as Insertable<JournalTable>
  }
}

function writerOf(db: Database): Writer<'async', Row> {
  const update = async (id: number, values: Partial<Row>) => {
    const { numUpdatedRows } = await db
      .updateTable('journal')
      .set(values)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  }
  return {
    insert: async (row) => {
      const { insertId } = await db.insertInto('journal').values(row).executeTakeFirstOrThrow()
      row.id = Number(insertId)
      return 1
    },
    update: ({ id, ...values }, { level, text }) => update(id, { ...values, level, text }),
    updateLevel: ({ id }, level) => update(id, { level }),
    remove: async ({ id }) => {
      const { numDeletedRows } = await db
        .deleteFrom('journal')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

/** Relations as Kysely's recipe has them: subqueries that give JSON, and the plugin that parses it. */
function relationsOf(db: Kysely<JournalDatabase>) {
  const withJson = db.withPlugin(new ParseJSONResultsPlugin())
  const page = (level: number, offset: number, limit: number) =>
    withJson
      .selectFrom('journal')
      .selectAll('journal')
      .where('journal.level', '=', level)
      .orderBy('journal.id')
      .limit(limit)
      .offset(offset)
  return {
    pageWithParents: (level, offset, limit) =>
      page(level, offset, limit)
        .select((journal) =>
          jsonObjectFrom(
            journal
              .selectFrom('journal as other')
              .select(columns)
              .whereRef('other.id', '=', 'journal.parent_id'),
          ).as('parent'),
        )
        .execute(),
    pageWithRelated: (level, offset, limit) =>
      page(level, offset, limit)
        .select((journal) =>
          jsonArrayFrom(
            journal
              .selectFrom('journal_related')
              .innerJoin('journal as other', 'other.id', 'journal_related.related_id')
              .select(columns)
              .whereRef('journal_related.journal_id', '=', 'journal.id'),
          ).as('related'),
        )
        .execute(),
    getWithChildren: (id) =>
      withJson
        .selectFrom('journal')
        .selectAll('journal')
        .select((journal) =>
          jsonArrayFrom(
            journal
              .selectFrom('journal as other')
              .select(columns)
              .whereRef('other.parent_id', '=', 'journal.id'),
          ).as('children'),
        )
        .where('journal.id', '=', id)
        .executeTakeFirst(),
  } satisfies Partial<Session<'async', Row>>
}

/** The helpers for SQLite must know the columns by name. */
const columns = [
  'other.id',
  'other.timestamp',
  'other.level',
  'other.text',
  'other.parent_id',
] as const

/** The session of Kysely, whatever its dialect. */
export function journalSession(db: Kysely<JournalDatabase>, model: Model): Session<'async', Row> {
  const chunkSize = Math.floor(maxVariables / (model.columns.length - 1))
  const filter = (level: number) => db.selectFrom('journal').selectAll().where('level', '=', level)
  return {
    begin: () => undefined,
    build: builderOf(model) as (values: NewJournal) => Row,
    insert: writerOf(db).insert,
    insertBulk: (rows) =>
      db.transaction().execute(async (transaction) => {
        const ids: number[] = []
        for (let start = 0; start < rows.length; start += chunkSize) {
          const chunk = rows.slice(start, start + chunkSize)
          // oxlint-disable-next-line no-await-in-loop -- one connection does one statement at a time
          const inserted = await transaction
            .insertInto('journal')
            .values(chunk)
            .returning('id')
            .execute()
          ids.push(...inserted.map(({ id }) => id))
        }
        return ids
      }),
    transaction: (body) => db.transaction().execute((transaction) => body(writerOf(transaction))),
    filterByLevel: (level) => filter(level).execute(),
    pageByLevel: (level, offset, limit) => filter(level).limit(limit).offset(offset).execute(),
    get: (id) => db.selectFrom('journal').selectAll().where('id', '=', id).executeTakeFirst(),
    filterAsObjects: (level) => filter(level).execute(),
    all: () => db.selectFrom('journal').selectAll().execute(),
    ...(model.relations && relationsOf(db)),
    settings: async () => (await sql<Settings>`${sql.raw(settingsQuery)}`.execute(db)).rows,
    close: async () => {
      await db.destroy()
      return undefined
    },
  }
}

export const declarations = {
  api: 'async',
  storage: 'sqlite',
  entities: 'plain',
  lacks: { tuples: 'Kysely gives rows as objects only' },
  limits: {
    decimal: 'SQLite has no decimal type; kept as its exact text',
    datetime: 'Kysely leaves values as the driver gives them: dates are milliseconds',
    json: 'Kysely leaves values as the driver gives them: JSON is text',
  },
} as const
