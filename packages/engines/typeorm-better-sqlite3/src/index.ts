import type { Model, OpenOptions, Session, Settings, Writer } from '@rowrate/core'
import {
  defineEngine,
  maxVariables,
  schemaStatements,
  settingsQuery,
  settingStatements,
} from '@rowrate/core'
import type Database from 'better-sqlite3'
import type { EntityManager } from 'typeorm'
import { DataSource } from 'typeorm'

import { Journal, journalSchema } from './entity.ts'

async function connect({ file, model, journal, onStatement }: OpenOptions): Promise<DataSource> {
  const dataSource = new DataSource({
    type: 'better-sqlite3',
    database: file,
    entities: [journalSchema(model)],
    prepareDatabase: (db: Database.Database) => {
      for (const statement of settingStatements(journal))
        db.pragma(statement.slice('PRAGMA '.length))
    },
    ...(onStatement && { verbose: onStatement }),
  })
  await dataSource.initialize()
  for (const statement of schemaStatements(model)) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await dataSource.query(statement)
  }
  return dataSource
}

const writerOf = (manager: EntityManager): Writer<'async', Journal> => ({
  insert: async (entity) => {
    await manager.save(entity)
    return 1
  },
  update: async (entity, { level, text }) => {
    entity.level = level
    entity.text = text
    await manager.save(entity)
    return 1
  },
  updateLevel: async (entity, level) => {
    entity.level = level
    const { affected } = await manager.update(Journal, entity.id, { level })
    return affected ?? 0
  },
  remove: async (entity) => {
    await manager.remove(entity)
    return 1
  },
})

function openSession(dataSource: DataSource, model: Model): Session<'async', Journal> {
  const repository = dataSource.getRepository(Journal)
  const chunkSize = Math.floor(maxVariables / (model.columns.length - 1))
  const ordered = (level: number, skip: number, take: number) => ({
    where: { level },
    order: { id: 'ASC' as const },
    skip,
    take,
  })
  /** Names the raw columns as the table does; TypeORM prefixes them with the alias otherwise. */
  const rawQuery = () => {
    const query = repository.createQueryBuilder('journal').select([])
    for (const { name } of model.columns) query.addSelect(`journal.${name}`, name)
    return query
  }

  return {
    begin: () => undefined,
    build: (values) => repository.create(values as object),
    insert: writerOf(dataSource.manager).insert,
    insertBulk: (entities) =>
      dataSource.transaction(async (manager) => {
        const ids: number[] = []
        for (let start = 0; start < entities.length; start += chunkSize) {
          const chunk = entities.slice(start, start + chunkSize)
          // oxlint-disable-next-line no-await-in-loop -- one connection does one statement at a time
          const { identifiers } = await manager.insert(Journal, chunk)
          ids.push(...identifiers.map(({ id }) => id as number))
        }
        return ids
      }),
    transaction: (body) => dataSource.transaction((manager) => body(writerOf(manager))),
    filterByLevel: (level) => repository.findBy({ level }),
    pageByLevel: (level, skip, take) => repository.find({ where: { level }, skip, take }),
    get: (id) => repository.findOneBy({ id }),
    filterAsObjects: (level) => rawQuery().where('journal.level = :level', { level }).getRawMany(),
    all: () => repository.find(),
    pageWithParents: (level, skip, take) =>
      repository.find({ ...ordered(level, skip, take), relations: { parent: true } }),
    pageWithRelated: (level, skip, take) =>
      repository.find({ ...ordered(level, skip, take), relations: { related: true } }),
    getWithChildren: (id) => repository.findOne({ where: { id }, relations: { children: true } }),
    settings: () => dataSource.query<Settings[]>(settingsQuery),
    close: async () => {
      await dataSource.destroy()
      return undefined
    },
  }
}

export default defineEngine({
  name: 'typeorm-better-sqlite3',
  api: 'async',
  storage: 'sqlite',
  entities: 'plain',
  lacks: { tuples: 'TypeORM gives rows as objects only' },
  limits: { decimal: 'SQLite has no decimal type; kept as its exact text' },
  open: async (options) => openSession(await connect(options), options.model),
})
