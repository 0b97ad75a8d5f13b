import type { EntityClass, LogContext, LoggerOptions } from '@mikro-orm/core'
import { DefaultLogger } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/sqlite'
import type { OpenOptions, Session, Settings, Writer } from '@rowrate/core'
import { schemaStatements, settingsQuery, settingStatements } from '@rowrate/core'

import type { Journal } from './entity.ts'

/** Hands statements on, and writes nothing. */
export const loggerFactory =
  (onStatement: (statement: string) => void) => (options: LoggerOptions) =>
    Object.assign(new DefaultLogger(options), {
      isEnabled: (namespace: string) => namespace === 'query',
      log: () => undefined,
      logQuery: ({ query }: LogContext) => {
        if (query !== undefined) onStatement(query)
      },
    })

/** A unit of work queues what it is given and flushes at the end of the transaction. */
const writerOf = (em: SqlEntityManager): Writer<'async', Journal> => ({
  insert: (entity) => {
    em.persist(entity)
    return 1
  },
  update: (entity, { level, text }) => {
    entity.level = level
    entity.text = text
    return 1
  },
  updateLevel: (entity, level) => {
    entity.level = level
    return 1
  },
  remove: (entity) => {
    em.remove(entity)
    return 1
  },
})

export async function openSession(
  orm: { em: SqlEntityManager; close(): Promise<void> },
  Entity: EntityClass<Journal>,
  { model, journal }: OpenOptions,
): Promise<Session<'async', Journal>> {
  // MikroORM keeps one connection to a SQLite file.
  const connection = orm.em.getConnection()
  for (const statement of [...settingStatements(journal), ...schemaStatements(model)]) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await connection.execute(statement)
  }
  let em = orm.em.fork()
  const page = (level: number, offset: number, limit: number, populate: never[]) =>
    em.find(Entity, { level }, { orderBy: { id: 'asc' }, limit, offset, populate })

  return {
    begin: () => {
      em = orm.em.fork()
      return undefined
    },
    build: (values) => em.create(Entity, values as never, { persist: false }),
    insert: async (entity) => {
      await em.persist(entity).flush()
      return 1
    },
    insertBulk: (entities) =>
      em.transactional<number[]>((transaction) => transaction.insertMany(entities as Journal[])),
    transaction: (body) => em.transactional((transaction) => body(writerOf(transaction))),
    filterByLevel: (level) => em.find(Entity, { level }),
    pageByLevel: (level, offset, limit) => em.find(Entity, { level }, { offset, limit }),
    get: (id) => em.findOne(Entity, id),
    filterAsObjects: (level) =>
      em.createQueryBuilder(Entity).where({ level }).execute<Record<string, unknown>[]>('all'),
    all: () => em.findAll(Entity),
    pageWithParents: (level, offset, limit) => page(level, offset, limit, ['parent'] as never[]),
    pageWithRelated: (level, offset, limit) => page(level, offset, limit, ['related'] as never[]),
    getWithChildren: (id) => em.findOne(Entity, id, { populate: ['children'] as never[] }),
    relatives: (entity, relation) => {
      if (relation === 'parent') return entity.parent ? [entity.parent] : []
      return entity[relation].getItems()
    },
    settings: () => connection.execute<Settings[]>(settingsQuery),
    close: async () => {
      await orm.close()
      return undefined
    },
  }
}

export const declarations = {
  api: 'async',
  storage: 'sqlite',
  entities: 'lazy',
  lacks: { tuples: 'MikroORM gives rows as objects only' },
  limits: { decimal: 'SQLite has no decimal type; kept as its exact text' },
} as const
