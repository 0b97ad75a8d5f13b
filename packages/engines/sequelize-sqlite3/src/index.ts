import type { OpenOptions, Session, Settings, Writer } from '@rowrate/core'
import { defineEngine, schemaStatements, settingsQuery, settingStatements } from '@rowrate/core'
import type { ModelStatic, Transaction } from 'sequelize'
import { QueryTypes, Sequelize } from 'sequelize'
import sqlite3 from 'sqlite3'

import type { Journal } from './entity.ts'
import { declaredTypes, defineJournal } from './entity.ts'

type Opened = (error: Error | null) => void

/**
 * Sequelize opens a connection for each transaction and runs no hook on it in SQLite, so that the settings come with the driver
 * itself.
 */
function driverWith(statements: readonly string[]): object {
  class Connection extends sqlite3.Database {
    constructor(file: string, mode: number, opened: Opened) {
      super(file, mode, (error) => {
        if (error) opened(error)
        else this.exec(statements.join(';'), opened)
      })
    }
  }
  return { ...sqlite3, Database: Connection }
}

async function connect({ file, model, journal, onStatement }: OpenOptions) {
  const sequelize = new Sequelize({
    dialect: 'sqlite',
    dialectModule: driverWith(settingStatements(journal)),
    storage: file,
    logging: onStatement
      ? (message) => onStatement(message.replace(/^Executing \(.*?\): /, ''))
      : false,
  })
  for (const statement of schemaStatements(model, declaredTypes)) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await sequelize.query(statement)
  }
  return sequelize
}

const writerOf = (transaction?: Transaction): Writer<'async', Journal> => {
  const options = transaction ? { transaction } : {}
  return {
    insert: async (entity) => {
      await entity.save(options)
      return 1
    },
    update: async (entity, { level, text }) => {
      entity.level = level
      entity.text = text
      await entity.save(options)
      return 1
    },
    updateLevel: async (entity, level) => {
      await entity.update({ level }, options)
      return 1
    },
    remove: async (entity) => {
      await entity.destroy(options)
      return 1
    },
  }
}

function openSession(
  sequelize: Sequelize,
  Entity: ModelStatic<Journal>,
): Session<'async', Journal> {
  const page = (level: number, offset: number, limit: number, include: string) =>
    Entity.findAll({ where: { level }, order: [['id', 'ASC']], offset, limit, include })
  const settings = (transaction: Transaction | null) =>
    sequelize.query<Settings>(settingsQuery, { type: QueryTypes.SELECT, transaction })
  return {
    begin: () => undefined,
    build: (values) => Entity.build({ ...values }),
    insert: writerOf().insert,
    // One statement with the values in it, so no limit on variables.
    insertBulk: async (entities) => {
      const inserted = await Entity.bulkCreate(entities.map((entity) => entity.get()))
      return inserted.map(({ id }) => id)
    },
    transaction: (body) => sequelize.transaction((transaction) => body(writerOf(transaction))),
    filterByLevel: (level) => Entity.findAll({ where: { level } }),
    pageByLevel: (level, offset, limit) => Entity.findAll({ where: { level }, offset, limit }),
    get: (id) => Entity.findByPk(id),
    filterAsObjects: (level) =>
      Entity.findAll({ where: { level }, raw: true }) as unknown as Promise<
        Record<string, unknown>[]
      >,
    all: () => Entity.findAll(),
    pageWithParents: (level, offset, limit) => page(level, offset, limit, 'parent'),
    pageWithRelated: (level, offset, limit) => page(level, offset, limit, 'related'),
    getWithChildren: (id) => Entity.findByPk(id, { include: 'children' }),
    settings: async () => [
      ...(await settings(null)),
      ...(await sequelize.transaction((transaction) => settings(transaction))),
    ],
    close: async () => {
      await sequelize.close()
      return undefined
    },
  }
}

export default defineEngine({
  name: 'sequelize-sqlite3',
  api: 'async',
  storage: 'sqlite',
  entities: 'lazy',
  lacks: { tuples: 'Sequelize gives rows as objects only' },
  limits: {
    decimal: 'SQLite has no decimal type; kept as its exact text',
    datetime: 'Sequelize stores dates as text and reads them by the type DATETIME',
    json: 'Sequelize reads JSON by the type JSON',
  },
  open: async (options) => {
    const sequelize = await connect(options)
    return openSession(sequelize, defineJournal(sequelize, options.model))
  },
})
