import type { Model, Session, Writer } from '@rowrate/core'
import { defineEngine } from '@rowrate/core'
import { connect, readSettings } from '@rowrate/engine-knex-better-sqlite3/connection'
import type { Knex } from 'knex'
import type { TransactionOrKnex } from 'objection'

import type { Journal } from './entity.ts'
import { journalClass } from './entity.ts'

/** Rows of one statement: Knex writes a multi-row insert as a UNION, of which SQLite takes 500 terms. */
const chunkSize = 500

function openSession(knex: Knex, model: Model): Session<'async', Journal> {
  const Entity = journalClass(model)
  Entity.knex(knex)
  const writerOf = (transaction?: TransactionOrKnex): Writer<'async', Journal> => ({
    insert: async (entity) => {
      await Entity.query(transaction).insert(entity)
      return 1
    },
    update: (entity, { level, text }) => {
      entity.$set({ level, text })
      return entity.$query(transaction).update().execute()
    },
    updateLevel: (entity, level) => entity.$query(transaction).patch({ level }).execute(),
    remove: (entity) => entity.$query(transaction).delete().execute(),
  })
  const filter = (level: number) => Entity.query().where({ level })
  const page = (level: number, offset: number, limit: number) =>
    filter(level).orderBy('id').limit(limit).offset(offset)

  return {
    begin: () => undefined,
    // Values come from core: they need no validation, and dates and JSON stay what they are.
    build: (values) => Entity.fromJson(values, { skipValidation: true }),
    insert: writerOf().insert,
    // Objection inserts an array row by row in SQLite; its users go down to Knex for more.
    insertBulk: async (entities) => {
      const rows = entities.map((entity) => entity.$toDatabaseJson())
      const inserted = await knex.batchInsert('journal', rows, chunkSize).returning('id')
      return inserted.map(({ id }: { id: number }) => id)
    },
    transaction: (body) => Entity.transaction((transaction) => body(writerOf(transaction))),
    filterByLevel: (level) => filter(level).execute(),
    pageByLevel: (level, offset, limit) => filter(level).limit(limit).offset(offset).execute(),
    get: (id) => Entity.query().findById(id).execute(),
    filterAsObjects: (level) => filter(level).toKnexQuery(),
    all: () => Entity.query().execute(),
    pageWithParents: (level, offset, limit) =>
      page(level, offset, limit).withGraphFetched('parent').execute(),
    pageWithRelated: (level, offset, limit) =>
      page(level, offset, limit).withGraphFetched('related').execute(),
    getWithChildren: (id) => Entity.query().findById(id).withGraphFetched('children').execute(),
    settings: () => readSettings(knex),
    close: async () => {
      await knex.destroy()
      return undefined
    },
  }
}

export default defineEngine({
  name: 'objection-better-sqlite3',
  api: 'async',
  storage: 'sqlite',
  entities: 'plain',
  lacks: { tuples: 'Objection gives rows as objects only' },
  limits: {
    decimal: 'SQLite has no decimal type; kept as its exact text',
    bulk: "Objection inserts an array row by row in SQLite: this is Knex's batchInsert",
  },
  open: async (options) => openSession(await connect(options), options.model),
})
