import { join } from 'node:path'

import type { Engine, Link, OpenOptions, Session, Writer } from '@rowrate/core'
import { defineEngine } from '@rowrate/core'
import type { InferEntity } from '@rowrate/objectbox'
import { backlink, libraryVersion, openStore } from '@rowrate/objectbox'

import { journalEntity } from './entities.ts'

type Journal = InferEntity<ReturnType<typeof journalEntity>>

function openSession({ directory, model }: OpenOptions): Session<'sync', Journal> {
  const Journal = journalEntity(model)
  const store = openStore({ directory: join(directory, 'objectbox'), entities: [Journal] })
  const box = store.box(Journal)

  const put = (journal: Journal) => {
    box.put(journal)
    return 1
  }
  const writer: Writer<'sync', Journal> = {
    insert: put,
    update: (journal, { level, text }) => {
      journal.level = level
      journal.text = text
      return put(journal)
    },
    // An object is stored whole: there is no partial update.
    updateLevel: (journal, level) => {
      journal.level = level
      return put(journal)
    },
    remove: (journal) => (box.remove(journal.id) ? 1 : 0),
  }
  const setLinks = ({ id, parent, related }: Link) => {
    box.put({ ...box.get(id)!, parentId: parent })
    box.relation('related').replace(id, related)
  }

  return {
    begin: () => undefined,
    build: (values) =>
      ({ id: 0, ...(model.relations && { parentId: null }), ...values }) as Journal,
    insert: put,
    insertBulk: (journals) => box.putMany(journals),
    transaction: (body) => store.runInTransaction('write', () => body(writer)),
    filterByLevel: (level) => box.find((journal) => journal.level.equals(level)),
    pageByLevel: (level, offset, limit) =>
      box.find((journal) => journal.level.equals(level), { offset, limit }),
    get: (id) => box.get(id),
    all: () => box.all(),
    pageWithParents: (level, offset, limit) =>
      box.find((journal) => journal.level.equals(level), {
        offset,
        limit,
        include: { parent: true },
      }),
    pageWithRelated: (level, offset, limit) =>
      box.find((journal) => journal.level.equals(level), {
        offset,
        limit,
        include: { related: true },
      }),
    getWithChildren: (id) => box.get(id, { include: { children: backlink(Journal, 'parent') } }),
    link: (links) =>
      store.runInTransaction('write', () => {
        links.forEach(setLinks)
        return links.length
      }),
    settings: () => [{ library: libraryVersion(), commit: 'synced by the library' }],
    close: () => {
      store.close()
      return undefined
    },
  }
}

const noProjection = 'ObjectBox has no projection: a query gives whole objects'

export const objectbox: Engine<'sync', Journal> = {
  name: 'objectbox',
  api: 'sync',
  storage: 'directory',
  entities: 'plain',
  lacks: { objects: noProjection, tuples: noProjection },
  limits: {
    decimal: 'ObjectBox has no decimal type; kept as its exact text',
    'partial update': 'J writes the whole object: an object is stored as one value',
    restore:
      'its store admits one opener: for warm and hot runs it is closed, put back and opened again, and its caches are lost',
  },
  open: openSession,
}

export default defineEngine(objectbox)
