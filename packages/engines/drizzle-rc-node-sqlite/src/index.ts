import { DatabaseSync } from 'node:sqlite'

import type { JournalRow, OpenOptions, Session, Settings, Writer } from '@rowrate/core'
import {
  defineEngine,
  maxVariables,
  schemaStatements,
  settingsQuery,
  settingStatements,
} from '@rowrate/core'
import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-sqlite'

import { journalSchema } from './schema.ts'

/** What a query is built from: values, or placeholders of the same names; both fit every column. */
type Values = Readonly<Record<string, never>>
type Method = 'all' | 'get' | 'run' | 'values'
type Executable = Record<Method, (values?: Values) => never>
interface Query extends Partial<Executable> {
  prepare(): Executable
  sync?(): never
}

export interface Variant {
  /** Builds each query once, with placeholders, and keeps it prepared. */
  readonly prepared?: boolean
  /** Compiles its mappers of rows. */
  readonly jit?: boolean
}

function connect({ file, model, journal, onStatement }: OpenOptions, jit: boolean) {
  const client = new DatabaseSync(file)
  for (const statement of settingStatements(journal)) client.exec(statement)
  for (const statement of schemaStatements(model)) client.exec(statement)
  const schema = journalSchema(model)
  const db = drizzle({
    client,
    relations: schema.relations,
    jit,
    ...(onStatement && { logger: { logQuery: onStatement } }),
  })
  return { db, client, journal: schema.journal }
}

type Connection = ReturnType<typeof connect>

function queriesOf({ db, journal }: Pick<Connection, 'db' | 'journal'>) {
  const select = (level: never) => db.select().from(journal).where(eq(journal.level, level))
  const related = ({ level, limit, offset }: Values, relation: object) =>
    db.query.journal.findMany({
      where: { level: level! },
      orderBy: { id: 'asc' },
      limit: limit!,
      offset: offset!,
      with: relation,
    })
  const update = ({ id, ...values }: Values) =>
    db.update(journal).set(values).where(eq(journal.id, id!))
  const queries = {
    insert: (values: Values) =>
      db
        .insert(journal)
        .values(values as never)
        .returning({ id: journal.id }),
    update,
    updateLevel: update,
    remove: ({ id }: Values) => db.delete(journal).where(eq(journal.id, id!)),
    filter: ({ level }: Values) => select(level!),
    page: ({ level, offset, limit }: Values) => select(level!).limit(limit!).offset(offset!),
    get: ({ id }: Values) => db.select().from(journal).where(eq(journal.id, id!)),
    pageWithParents: (values: Values) => related(values, { parent: true }),
    pageWithRelated: (values: Values) => related(values, { related: true }),
    getWithChildren: ({ id }: Values) =>
      db.query.journal.findFirst({ where: { id: id! }, with: { children: true } }),
  }
  return queries as unknown as Record<keyof typeof queries, (values: Values) => Query>
}

/** Runs queries by name: built anew for each call, or prepared on first use and kept. */
function runnerOf(connection: Parameters<typeof queriesOf>[0], prepared: boolean) {
  const queries = queriesOf(connection)
  type Name = keyof typeof queries
  const cache = new Map<Name, Executable>()
  const placeholders = (values: object) =>
    Object.fromEntries(
      Object.keys(values).map((name) => [name, sql.placeholder(name)]),
    ) as unknown as Values
  return (name: Name, method: Method, values: object): never => {
    if (!prepared) {
      const query = queries[name](values as Values)
      return (query[method]?.() ?? query.sync?.()) as never
    }
    let query = cache.get(name)
    if (!query) {
      query = queries[name](placeholders(values)).prepare()
      cache.set(name, query)
    }
    return query[method](values as Values)
  }
}

export function openSession(
  options: OpenOptions,
  { prepared = false, jit = false }: Variant,
): Session<'sync', JournalRow> {
  const connection = connect(options, jit)
  const { db, client, journal } = connection
  const run = runnerOf(connection, prepared)
  const chunkSize = Math.floor(maxVariables / (options.model.columns.length - 1))

  const writerOf = (execute: typeof run): Writer<'sync', JournalRow> => {
    const changes = (name: 'update' | 'updateLevel' | 'remove', values: object) =>
      Number((execute(name, 'run', values) as { changes: number | bigint }).changes)
    return {
      insert: (entity) => {
        entity.id = (execute('insert', 'get', entity) as { id: number }).id
        return 1
      },
      update: (entity, { level, text }) => changes('update', { ...entity, level, text }),
      updateLevel: ({ id }, level) => changes('updateLevel', { id, level }),
      remove: ({ id }) => changes('remove', { id }),
    }
  }
  const rows = (name: Parameters<typeof run>[0], values: object): JournalRow[] =>
    run(name, 'all', values)

  return {
    begin: () => undefined,
    build: (values) => ({ ...values }) as JournalRow,
    insert: writerOf(run).insert,
    insertBulk: (entities) =>
      db.transaction(
        (transaction) => {
          const ids: number[] = []
          for (let start = 0; start < entities.length; start += chunkSize) {
            const inserted = transaction
              .insert(journal)
              .values(entities.slice(start, start + chunkSize))
              .returning({ id: journal.id })
              .all()
            ids.push(...inserted.map(({ id }) => id))
          }
          return ids
        },
        { behavior: 'immediate' },
      ),
    transaction: (body) =>
      db.transaction(
        (transaction) =>
          body(writerOf(runnerOf({ db: transaction as unknown as typeof db, journal }, prepared))),
        { behavior: 'immediate' },
      ),
    filterByLevel: (level) => rows('filter', { level }),
    pageByLevel: (level, offset, limit) => rows('page', { level, offset, limit }),
    get: (id) => run('get', 'get', { id }),
    filterAsObjects: (level) => rows('filter', { level }),
    filterAsTuples: (level) => run('filter', 'values', { level }),
    all: () => db.select().from(journal).all(),
    pageWithParents: (level, offset, limit) => rows('pageWithParents', { level, offset, limit }),
    pageWithRelated: (level, offset, limit) => rows('pageWithRelated', { level, offset, limit }),
    // Prepared, the `get` of a findFirst gives undefined (1.0.0-rc.5); its `all` gives the entity.
    getWithChildren: (id) => run('getWithChildren', 'all', { id }),
    settings: () => db.all<Settings>(sql.raw(settingsQuery)),
    close: () => {
      client.close()
      return undefined
    },
  }
}

export const declarations = {
  api: 'sync',
  storage: 'sqlite',
  entities: 'plain',
  limits: { decimal: 'SQLite has no decimal type; kept as its exact text' },
} as const

export default defineEngine({
  ...declarations,
  name: 'drizzle-rc-node-sqlite',
  open: (options) => openSession(options, {}),
})
