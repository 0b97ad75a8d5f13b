import type { OpenOptions, Session, Settings, Writer } from '@rowrate/core'
import { defineEngine, schemaStatements, settingsQuery, settingStatements } from '@rowrate/core'
import Database from 'better-sqlite3'
import type { DataProvider, Repository } from 'remult'
import { repo, SqlDatabase } from 'remult'
import { BetterSqlite3DataProvider } from 'remult/remult-better-sqlite3'

import type { Journal } from './entity.ts'
import { journalClass } from './entity.ts'

const writerOf = (repository: Repository<Journal>): Writer<'async', Journal> => ({
  insert: async (entity) => {
    await repository.save(entity)
    return 1
  },
  update: async (entity, { level, text }) => {
    entity.level = level
    entity.text = text
    await repository.save(entity)
    return 1
  },
  updateLevel: async (entity, level) => {
    entity.level = level
    await repository.save(entity)
    return 1
  },
  remove: async (entity) => {
    await repository.delete(entity)
    return 1
  },
})

function openSession(options: OpenOptions): Session<'async', Journal> {
  const { file, model, journal, onStatement } = options
  const db = new Database(file, {
    ...(onStatement && { verbose: (statement) => onStatement(String(statement)) }),
  })
  for (const statement of settingStatements(journal)) db.pragma(statement.slice('PRAGMA '.length))
  for (const statement of schemaStatements(model)) db.exec(statement)
  const database = new SqlDatabase(new BetterSqlite3DataProvider(db))
  const Entity = journalClass(model)
  const repository = repo<Journal>(Entity, database)
  const transaction = async <R>(body: (inside: Repository<Journal>) => Promise<R>): Promise<R> => {
    let result: { readonly value: R } | undefined
    await database.transaction(async (inside: DataProvider) => {
      result = { value: await body(repo<Journal>(Entity, inside)) }
    })
    return result!.value
  }
  const page = (level: number, offset: number, limit: number, include: object) =>
    repository
      .find({ where: { level }, orderBy: { id: 'asc' }, limit: offset + limit, include })
      .then((entities) => entities.slice(offset))

  return {
    begin: () => undefined,
    build: (values) => repository.create(values),
    insert: writerOf(repository).insert,
    insertBulk: (entities) =>
      transaction(async (inside) => {
        const inserted = await inside.insert(entities as Journal[])
        return inserted.map(({ id }) => id)
      }),
    transaction: (body) => transaction((inside) => body(writerOf(inside))),
    filterByLevel: (level) => repository.find({ where: { level } }),
    pageByLevel: (level, offset, limit) =>
      repository
        .find({ where: { level }, limit: offset + limit })
        .then((entities) => entities.slice(offset)),
    get: (id) => repository.findId(id),
    all: () => repository.find(),
    pageWithParents: (level, offset, limit) => page(level, offset, limit, { parent: true }),
    pageWithRelated: (level, offset, limit) =>
      page(level, offset, limit, { related: { include: { to: true } } }),
    getWithChildren: (id) => repository.findId(id, { include: { children: true } }),
    relatives: (entity, relation) => {
      if (relation === 'parent') return entity.parent ? [entity.parent] : []
      if (relation === 'children') return entity.children ?? []
      return (entity.related ?? []).map(({ to }) => to)
    },
    settings: async () => (await database.execute(settingsQuery)).rows as Settings[],
    close: () => {
      db.close()
      return undefined
    },
  }
}

export default defineEngine({
  name: 'remult-better-sqlite3',
  api: 'async',
  storage: 'sqlite',
  entities: 'plain',
  lacks: {
    objects: 'Remult gives entities only; plain rows come from the driver',
    tuples: 'Remult gives entities only; tuples come from the driver',
  },
  limits: {
    decimal: 'SQLite has no decimal type; kept as its exact text',
    offset: 'Remult has pages, no free offset: the rows before it are read and left out',
    bulk: 'insert() of an array sends one INSERT per row',
  },
  open: openSession,
})
