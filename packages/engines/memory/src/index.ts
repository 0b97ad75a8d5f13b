import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

import type { JournalRow, Link, Model, Session, Writer } from '@rowrate/core'
import { defineEngine } from '@rowrate/core'

interface State {
  readonly rows: Map<number, JournalRow>
  readonly related: Map<number, readonly number[]>
}

/** Reads what the last session saved; this store is durable only when it is closed. */
const load = (file: string): State =>
  existsSync(file)
    ? (deserialize(readFileSync(file)) as State)
    : { rows: new Map(), related: new Map() }

function openSession(file: string, model: Model): Session<'sync', JournalRow> {
  const { rows, related } = load(file)
  let nextId = Math.max(0, ...rows.keys()) + 1
  const columns = model.columns.map(({ name }) => name)

  const insert = (entity: JournalRow) => {
    entity.id = nextId
    nextId += 1
    rows.set(entity.id, { ...entity })
    return 1
  }
  const update = (entity: JournalRow, changes: Partial<Pick<JournalRow, 'level' | 'text'>>) => {
    rows.set(entity.id, { ...rows.get(entity.id)!, ...changes })
    return 1
  }
  const writer: Writer<'sync', JournalRow> = {
    insert,
    update: (entity, { level, text }) => update(entity, { level, text }),
    updateLevel: (entity, level) => update(entity, { level }),
    remove: ({ id }) => {
      related.delete(id)
      return rows.delete(id) ? 1 : 0
    },
  }
  const ofLevel = (level: number) => [...rows.values()].filter((row) => row.level === level)
  const copy = (row: JournalRow): JournalRow => ({ ...row })
  const entityOf = (id: number) => copy(rows.get(id)!)
  const page = (level: number, offset: number, limit: number) =>
    ofLevel(level)
      .slice(offset, offset + limit)
      .map(copy)

  return {
    begin: () => undefined,
    build: (values) => ({ id: 0, parent_id: null, ...values }),
    insert,
    insertBulk: (entities) => {
      entities.forEach(insert)
      return entities.map(({ id }) => id)
    },
    transaction: (body) => {
      const saved = new Map(rows)
      try {
        return body(writer)
      } catch (error) {
        rows.clear()
        for (const [id, row] of saved) rows.set(id, row)
        throw error
      }
    },
    filterByLevel: (level) => ofLevel(level).map(copy),
    pageByLevel: page,
    get: (id) => (rows.has(id) ? entityOf(id) : null),
    filterAsObjects: (level) => ofLevel(level).map(copy),
    filterAsTuples: (level) => ofLevel(level).map((row) => columns.map((name) => row[name])),
    all: () => [...rows.values()].map(copy),
    pageWithParents: (level, offset, limit) =>
      page(level, offset, limit).map((row) => ({
        ...row,
        parent: row['parent_id'] === null ? null : entityOf(row['parent_id'] as number),
      })),
    pageWithRelated: (level, offset, limit) =>
      page(level, offset, limit).map((row) => ({
        ...row,
        related: (related.get(row.id) ?? []).map(entityOf),
      })),
    getWithChildren: (id) => ({
      ...entityOf(id),
      children: [...rows.values()].filter((row) => row['parent_id'] === id).map(copy),
    }),
    link: (links: readonly Link[]) => {
      for (const link of links) {
        rows.get(link.id)!['parent_id'] = link.parent
        related.set(link.id, link.related)
      }
      return links.length
    },
    settings: () => [{ durability: 'none' }],
    close: () => {
      writeFileSync(file, serialize({ rows, related }))
      return undefined
    },
  }
}

export default defineEngine({
  name: 'memory',
  api: 'sync',
  storage: 'directory',
  entities: 'plain',
  unranked: 'a Map in memory: the reference answers, not a database',
  open: ({ directory, model }) => openSession(join(directory, 'rows'), model),
})
