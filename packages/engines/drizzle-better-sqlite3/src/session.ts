import type { Id, JournalRow, Model, NewJournal, Session, Settings, Writer } from '@rowrate/core'
import { maxVariables, settingsQuery } from '@rowrate/core'
import { asc, eq, sql } from 'drizzle-orm'
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'

import type { JournalSchema } from './schema.ts'

/** Typed as async; over a sync driver the same methods give values. Nothing here awaits, so that both are served. */
export type JournalDatabase = BaseSQLiteDatabase<'async', unknown, JournalSchema>
/** What a query is built from: values, or placeholders of the same names; both fit every column. */
type Values = Readonly<Record<string, never>>
type Method = 'all' | 'get' | 'run' | 'values'
type Executable = Record<Method, (values?: Values) => Promise<never>>
/** Relational queries have methods of their own. */
interface Query extends Partial<Executable> {
  prepare(): Executable
  sync?(): never
  execute(): Promise<never>
}

export interface Variant {
  /** Builds each query once, with placeholders, and keeps it prepared. */
  readonly prepared: boolean
  readonly changes: (result: never) => number
}

/** Continues with a value, now or when its promise resolves: a sync session never pays a microtask. */
const chain = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): Promise<R> =>
  (value instanceof Promise ? value.then(next) : next(value)) as Promise<R>

function queriesOf(db: JournalDatabase, { journal }: JournalSchema) {
  const select = (level: never) => db.select().from(journal).where(eq(journal.level, level))
  const page = { parent: true } as const
  const related = { related: { columns: {}, with: { to: true } } } as const
  const relational = ({ level, limit, offset }: Values, links: object) =>
    db.query.journal.findMany({
      where: eq(journal.level, level!),
      orderBy: asc(journal.id),
      limit: limit!,
      offset: offset!,
      with: links,
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
    pageWithParents: (values: Values) => relational(values, page),
    pageWithRelated: (values: Values) => relational(values, related),
    getWithChildren: ({ id }: Values) =>
      db.query.journal.findFirst({ where: eq(journal.id, id!), with: { children: true } }),
  }
  return queries as unknown as Record<keyof typeof queries, (values: Values) => Query>
}

/** Runs queries of a database or transaction by name: built anew for each call, or prepared on first use and kept. */
function runnerOf(db: JournalDatabase, schema: JournalSchema, { prepared }: Variant) {
  const queries = queriesOf(db, schema)
  type Name = keyof typeof queries
  const cache = new Map<Name, Executable>()
  const placeholders = (values: object) =>
    Object.fromEntries(
      Object.keys(values).map((name) => [name, sql.placeholder(name)]),
    ) as unknown as Values
  return (name: Name, method: Method, values: object): Promise<never> => {
    if (!prepared) {
      const query = queries[name](values as Values)
      return query[method]?.() ?? query.sync?.() ?? query.execute()
    }
    let query = cache.get(name)
    if (!query) {
      query = queries[name](placeholders(values)).prepare()
      cache.set(name, query)
    }
    return query[method](values as Values)
  }
}

/** The session of Drizzle over a sync or an async driver. */
export function journalSession(
  db: JournalDatabase,
  schema: JournalSchema,
  model: Model,
  variant: Variant,
): Omit<Session<'async', JournalRow>, 'close'> {
  const { journal } = schema
  const run = runnerOf(db, schema, variant)
  const chunkSize = Math.floor(maxVariables / (model.columns.length - 1))

  const writerOf = (execute: typeof run): Writer<'async', JournalRow> => {
    const changes = (name: 'update' | 'updateLevel' | 'remove', values: object) =>
      chain(execute(name, 'run', values), variant.changes)
    return {
      insert: (entity) =>
        chain(execute('insert', 'get', entity), ({ id }: { id: Id }) => {
          entity.id = id
          return 1
        }),
      update: (entity, { level, text }) => changes('update', { ...entity, level, text }),
      updateLevel: ({ id }, level) => changes('updateLevel', { id, level }),
      remove: ({ id }) => changes('remove', { id }),
    }
  }
  const insertChunks = (
    transaction: Pick<JournalDatabase, 'insert'>,
    entities: readonly JournalRow[],
  ): Promise<Id[]> => {
    const query = transaction
      .insert(journal)
      .values(entities.slice(0, chunkSize))
      .returning({ id: journal.id })
    return chain(query.all(), (rows) => {
      const ids = rows.map(({ id }) => id)
      if (entities.length <= chunkSize) return ids
      return chain(insertChunks(transaction, entities.slice(chunkSize)), (more) => [
        ...ids,
        ...more,
      ])
    })
  }
  const rows = (name: Parameters<typeof run>[0], values: object): Promise<JournalRow[]> =>
    run(name, 'all', values)

  return {
    begin: () => undefined,
    build: (values: NewJournal) => ({ ...values }) as JournalRow,
    insert: writerOf(run).insert,
    insertBulk: (entities) =>
      db.transaction((transaction) => insertChunks(transaction, entities), {
        behavior: 'immediate',
      }),
    transaction: (body) =>
      db.transaction(
        (transaction) => body(writerOf(runnerOf(transaction as JournalDatabase, schema, variant))),
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
    getWithChildren: (id) => run('getWithChildren', 'get', { id }),
    relatives: (entity, relation) => {
      if (relation === 'parent') return entity.parent ? [entity.parent] : []
      if (relation === 'children') return entity.children ?? []
      // The relation leads to rows of the join table, each with the entity that it points to.
      return (entity.related ?? []).map((link) => link['to'] as JournalRow)
    },
    settings: () => db.all(sql.raw(settingsQuery)) as Promise<Settings[]>,
  }
}
