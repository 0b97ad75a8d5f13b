import type { Model, NewJournal, Session, Writer } from '@rowrate/core'
import { defineEngine } from '@rowrate/core'
import type { Knex } from 'knex'

import { connect, readSettings } from './connection.ts'

interface Row extends Record<string, unknown> {
  id: number
  level: number
  text: string
  parent_id?: number | null
}
type Related = Row & { readonly journal_id: number }

/** Rows of one statement: Knex writes a multi-row insert as a UNION, of which SQLite takes 500 terms. */
const chunkSize = 500

/** Knex turns dates into milliseconds and leaves JSON to its users. */
function builderOf({ columns }: Model): (values: NewJournal) => Row {
  const jsonNames = columns.filter(({ type }) => type === 'json').map(({ name }) => name)
  return (values) => {
    const row: Record<string, unknown> = { ...values }
    for (const name of jsonNames) if (row[name] !== null) row[name] = JSON.stringify(row[name])
    return row as Row
  }
}

function writerOf(knex: Knex): Writer<'async', Row> {
  const update = (id: number, values: object) => knex('journal').where({ id }).update(values)
  return {
    insert: async (row) => {
      const [id] = await knex('journal').insert(row)
      row.id = id!
      return 1
    },
    update: ({ id, ...values }, { level, text }) => update(id, { ...values, level, text }),
    updateLevel: ({ id }, level) => update(id, { level }),
    remove: ({ id }) => knex('journal').where({ id }).del(),
  }
}

function openSession(knex: Knex, model: Model): Session<'async', Row> {
  const filter = (level: number) => knex<Row>('journal').where({ level })
  const page = (level: number, offset: number, limit: number) =>
    filter(level).orderBy('id').limit(limit).offset(offset)
  return {
    begin: () => undefined,
    build: builderOf(model),
    insert: writerOf(knex).insert,
    insertBulk: async (rows) => {
      const inserted = await knex
        .batchInsert<Row>('journal', rows as Row[], chunkSize)
        .returning('id')
      return inserted.map(({ id }) => id)
    },
    transaction: (body) => knex.transaction((transaction) => body(writerOf(transaction))),
    filterByLevel: (level) => filter(level),
    pageByLevel: (level, offset, limit) => filter(level).limit(limit).offset(offset),
    get: (id) => knex<Row>('journal').where({ id }).first(),
    filterAsObjects: (level) => filter(level),
    all: () => knex<Row>('journal').select(),
    // Knex knows no relations: its users ask for the related rows by their keys.
    pageWithParents: async (level, offset, limit) => {
      const rows = await page(level, offset, limit)
      const ids = rows.map((row) => row.parent_id).filter((id) => id != null)
      const parents = new Map<number, Row>(
        (await knex<Row>('journal').whereIn('id', ids)).map((row) => [row.id, row]),
      )
      return rows.map((row) => ({ ...row, parent: parents.get(row.parent_id ?? 0) ?? null }))
    },
    pageWithRelated: async (level, offset, limit) => {
      const rows = await page(level, offset, limit)
      const related: Related[] = await knex('journal_related')
        .join('journal', 'journal.id', 'journal_related.related_id')
        .whereIn(
          'journal_related.journal_id',
          rows.map(({ id }) => id),
        )
        .select('journal.*', 'journal_related.journal_id')
      const byOwner = Map.groupBy(related, (row) => row.journal_id)
      return rows.map((row) => ({ ...row, related: byOwner.get(row.id) ?? [] }))
    },
    getWithChildren: async (id) => {
      const row = (await knex<Row>('journal').where({ id }).first()) as Row
      return { ...row, children: await knex<Row>('journal').where({ parent_id: id }) }
    },
    settings: () => readSettings(knex),
    close: async () => {
      await knex.destroy()
      return undefined
    },
  }
}

export default defineEngine({
  name: 'knex-better-sqlite3',
  api: 'async',
  storage: 'sqlite',
  entities: 'plain',
  lacks: { tuples: 'Knex gives rows as objects only' },
  limits: {
    decimal: 'SQLite has no decimal type; kept as its exact text',
    datetime: 'Knex writes dates as milliseconds and reads them back as numbers',
    json: 'Knex leaves JSON to its users: it is text',
  },
  open: async (options) => openSession(await connect(options), options.model),
})
