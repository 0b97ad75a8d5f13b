import { join } from 'node:path'

import type { JournalRow, OpenOptions, Session, Writer } from '@rowrate/core'
import { defineEngine } from '@rowrate/core'
import type { Database, RangeIterable } from 'lmdb'
import { open } from 'lmdb'

/** What is stored under an id: the entity, with the ids of what it points to. */
interface Stored extends JournalRow {
  parent_id?: number | null
}
type Index<Key extends string | number> = Database<number, Key>

/** LMDB declares a promise, for ranges with asynchronous steps; a plain range has the array itself. */
const arrayOf = <T>(range: RangeIterable<T>): T[] => range.asArray as unknown as T[]

function openStore({ directory, model }: OpenOptions) {
  const root = open({ path: join(directory, 'journal.lmdb'), maxDbs: 12 })
  const indexOf = <Key extends string | number>(name: string): Index<Key> =>
    root.openDB({ name, dupSort: true, encoding: 'ordered-binary' })
  return {
    root,
    journal: root.openDB<Stored, number>({
      name: 'journal',
      sharedStructuresKey: Symbol.for('structures'),
    }),
    byLevel: indexOf<number>('journal_level'),
    byText: indexOf<string>('journal_text'),
    // LMDB has no relations: these lead from an id to those of its children and of its related entities, and back.
    ...(model.relations && {
      relations: {
        children: indexOf<number>('journal_parent_id'),
        related: indexOf<number>('journal_related'),
        relatedFrom: indexOf<number>('journal_related_from'),
      },
    }),
  }
}

type Store = ReturnType<typeof openStore>

/** Keeps an index in step with a value that changes. */
function move<Key extends string | number>(
  index: Index<Key>,
  id: number,
  from: Key | null,
  to: Key | null,
): undefined {
  if (from === to) return
  if (from !== null) index.removeSync(from, id)
  if (to !== null) index.putSync(to, id)
}

/** Inside a transaction: each write is one entity with its indexes. */
function writerOf(store: Store): Writer<'sync', JournalRow> {
  const { journal, byLevel, byText, relations } = store
  const [highest = 0] = journal.getKeys({ reverse: true, limit: 1 })
  let nextId = highest + 1

  const update = (id: number, changes: Partial<Stored>): number => {
    const before = journal.get(id)!
    const after = { ...before, ...changes }
    journal.putSync(id, after)
    move(byLevel, id, before.level, after.level)
    move(byText, id, before.text, after.text)
    return 1
  }
  return {
    insert: (entity) => {
      entity.id = nextId
      nextId += 1
      journal.putSync(entity.id, entity)
      byLevel.putSync(entity.level, entity.id)
      byText.putSync(entity.text, entity.id)
      return 1
    },
    update: (entity, { level, text }) => {
      entity.level = level
      entity.text = text
      return update(entity.id, entity)
    },
    updateLevel: (entity, level) => {
      entity.level = level
      return update(entity.id, { level })
    },
    remove: ({ id }) => {
      const before = journal.get(id)
      if (!before) return 0
      journal.removeSync(id)
      byLevel.removeSync(before.level, id)
      byText.removeSync(before.text, id)
      if (relations) unlink(store, id, before.parent_id ?? null)
      return 1
    },
  }
}

/** What ON DELETE does elsewhere: children lose their parent, links in both directions go. */
function unlink({ journal, relations }: Store, id: number, parent: number | null): undefined {
  const { children, related, relatedFrom } = relations!
  if (parent !== null) children.removeSync(parent, id)
  for (const child of arrayOf(children.getValues(id))) {
    journal.putSync(child, { ...journal.get(child)!, parent_id: null })
  }
  children.removeSync(id)
  for (const to of arrayOf(related.getValues(id))) relatedFrom.removeSync(to, id)
  for (const from of arrayOf(relatedFrom.getValues(id))) related.removeSync(from, id)
  related.removeSync(id)
  relatedFrom.removeSync(id)
}

/** Reads of relations, and their links. */
function relationsOf(store: Store): Partial<Session<'sync', JournalRow>> {
  const { root, journal } = store
  const { children, related, relatedFrom } = store.relations!
  const entities = (ids: readonly number[]) => ids.map((id) => journal.get(id)!)
  /** The values of a key come in the order of ids. */
  const page = (level: number, offset: number, limit: number) =>
    entities(arrayOf(store.byLevel.getValues(level, { offset, limit })))
  return {
    pageWithParents: (level, offset, limit) =>
      page(level, offset, limit).map((row) => ({
        ...row,
        parent: row.parent_id ? journal.get(row.parent_id)! : null,
      })),
    pageWithRelated: (level, offset, limit) =>
      page(level, offset, limit).map((row) => ({
        ...row,
        related: entities(arrayOf(related.getValues(row.id))),
      })),
    getWithChildren: (id) => ({
      ...journal.get(id)!,
      children: entities(arrayOf(children.getValues(id))),
    }),
    link: (links) =>
      root.transactionSync(() => {
        for (const link of links) {
          const { id, parent } = link
          const before = journal.get(id)!
          journal.putSync(id, { ...before, parent_id: parent })
          move(children, id, before.parent_id ?? null, parent)
          for (const to of arrayOf(related.getValues(id))) {
            related.removeSync(id, to)
            relatedFrom.removeSync(to, id)
          }
          for (const to of link.related) {
            related.putSync(id, to)
            relatedFrom.putSync(to, id)
          }
        }
        return links.length
      }),
  }
}

function openSession(options: OpenOptions): Session<'sync', JournalRow> {
  const store = openStore(options)
  const { root, journal, byLevel } = store
  // A synchronous transaction is flushed before it returns; a single putSync is not.
  const transaction = <R>(body: (writer: Writer<'sync', JournalRow>) => R): R =>
    root.transactionSync(() => body(writerOf(store)))
  const ofLevel = (level: number, range = {}) =>
    arrayOf(byLevel.getValues(level, range)).map((id) => journal.get(id)!)
  return {
    begin: () => undefined,
    build: (values) => ({ id: 0, ...values }),
    insert: (entity) => transaction(({ insert }) => insert(entity)),
    insertBulk: (entities) =>
      transaction(({ insert }) => {
        entities.forEach(insert)
        return entities.map(({ id }) => id)
      }),
    transaction,
    filterByLevel: (level) => ofLevel(level),
    pageByLevel: (level, offset, limit) => ofLevel(level, { offset, limit }),
    get: (id) => journal.get(id),
    filterAsObjects: (level) => ofLevel(level),
    all: () => arrayOf(journal.getRange()).map(({ value }) => value),
    ...(store.relations && relationsOf(store)),
    settings: () => [{ sync: 'at each transactionSync', compression: 'none' }],
    close: () => {
      // Nothing is pending after synchronous transactions: it is closed when this returns.
      void root.close()
      return undefined
    },
  }
}

export default defineEngine({
  name: 'lmdb',
  api: 'sync',
  storage: 'directory',
  entities: 'plain',
  lacks: { tuples: 'LMDB gives the values that were stored, which are objects' },
  limits: {
    decimal: 'msgpackr has no decimal type; kept as its exact text',
    schema:
      'a store of values by key: indexes and relations are kept by the engine package, ids counted from the last key',
    storage: 'for restores it is closed, copied and opened again',
  },
  open: openSession,
})
