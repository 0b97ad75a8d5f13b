import type { Model, Session, StoredJournal, Writer } from '@rowrate/core'
import { defineEngine, levels, pageSize } from '@rowrate/core'

type Rows = readonly StoredJournal[]
type NullSession = Session<'sync', StoredJournal>

/** Pages of a level by offset, made before the clock starts; beyond the rows they are empty. */
const pagesOf = (rows: Rows, offsets: number): Rows[] =>
  Array.from({ length: offsets }, (_, offset) => rows.slice(offset, offset + pageSize))

function sessionOf(rows: Rows, model: Model): NullSession {
  const names = model.columns.map(({ name }) => name)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byLevel = new Map(
    levels.map((level) => [level as number, rows.filter((row) => row.level === level)]),
  )
  const prepared = <R>(make: (some: Rows) => R) =>
    new Map([...byLevel].map(([level, some]) => [level, make(some)]))
  const pages = prepared((some) => pagesOf(some, rows.length))
  const tuples = prepared((some) => some.map((row) => names.map((name) => row[name])))
  const one = () => 1
  const writer: Writer<'sync', StoredJournal> = {
    insert: one,
    update: one,
    updateLevel: one,
    remove: one,
  }
  return {
    begin: () => undefined,
    build: (values) => ({ id: 0, ...values }),
    insert: one,
    insertBulk: (entities) => entities.length,
    transaction: (body) => body(writer),
    filterByLevel: (level) => byLevel.get(level)!,
    pageByLevel: (level, offset) => pages.get(level)![offset]!,
    get: (id) => byId.get(id),
    filterAsObjects: (level) => byLevel.get(level)!,
    filterAsTuples: (level) => tuples.get(level)!,
    all: () => rows,
    settings: () => [{ durability: 'none' }],
    close: () => undefined,
  }
}

/** Has its own methods compiled, so that what is timed is the loop around them. */
function compiled(session: NullSession, rows: Rows): NullSession {
  for (let call = 0; call < 2_000 && rows.length > 0; call += 1) {
    session.filterByLevel(10)
    session.pageByLevel?.(10, 0, pageSize)
    session.get(1)
    session.filterAsObjects?.(10)
    session.filterAsTuples?.(10)
  }
  for (let call = 0; call < 2_000; call += 1) {
    session.insertBulk?.(rows)
    session.transaction((writer) => writer.insert(rows[0]!))
  }
  return session
}

export default defineEngine({
  name: 'null',
  api: 'sync',
  storage: 'none',
  entities: 'plain',
  lacks: { relations: 'it only hands out answers that are ready' },
  unranked: 'returns prepared answers: what the measuring loop itself costs',
  open: ({ expected, model }) => {
    const rows = expected()
    return compiled(sessionOf(rows, model), rows)
  },
})
