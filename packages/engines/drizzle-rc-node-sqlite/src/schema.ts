import type { ColumnType, Model } from '@rowrate/core'
import { defineRelations } from 'drizzle-orm'
import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** How Drizzle maps each type of column; SQLite's own types come from core's statements. */
const columnOf = {
  id: (name: string) => integer(name).primaryKey(),
  datetime: (name: string) => integer(name, { mode: 'timestamp_ms' }),
  int16: (name: string) => integer(name),
  int32: (name: string) => integer(name),
  int64: (name: string) => integer(name),
  float64: (name: string) => real(name),
  char: (name: string) => text(name),
  string: (name: string) => text(name),
  text: (name: string) => text(name),
  decimal: (name: string) => text(name),
  json: (name: string) => text(name, { mode: 'json' }),
  reference: (name: string) => integer(name),
} satisfies Record<ColumnType, (name: string) => unknown>

const simpleColumns = () => ({
  id: columnOf.id('id'),
  timestamp: columnOf.datetime('timestamp').notNull(),
  level: columnOf.int16('level').notNull(),
  text: columnOf.string('text').notNull(),
})

function relationalSchema() {
  const journal = sqliteTable('journal', {
    ...simpleColumns(),
    parent_id: columnOf.reference('parent_id'),
  })
  const journalRelated = sqliteTable('journal_related', {
    journal_id: integer('journal_id').notNull(),
    related_id: integer('related_id').notNull(),
  })
  const relations = defineRelations({ journal, journalRelated }, (r) => ({
    journal: {
      parent: r.one.journal({ from: r.journal.parent_id, to: r.journal.id, alias: 'parent' }),
      children: r.many.journal({ from: r.journal.id, to: r.journal.parent_id, alias: 'parent' }),
      related: r.many.journal({
        from: r.journal.id.through(r.journalRelated.journal_id),
        to: r.journal.id.through(r.journalRelated.related_id),
        alias: 'related',
      }),
      relatedFrom: r.many.journal({
        from: r.journal.id.through(r.journalRelated.related_id),
        to: r.journal.id.through(r.journalRelated.journal_id),
        alias: 'related',
      }),
    },
  }))
  return { journal, relations }
}

export type JournalSchema = ReturnType<typeof relationalSchema>

/** The schema of a model. Typed as that with relations: they are read on the model that has them alone. */
export function journalSchema({ columns, relations: related }: Model): JournalSchema {
  if (related) return relationalSchema()
  const rest = columns.slice(Object.keys(simpleColumns()).length)
  const journal = sqliteTable('journal', {
    ...simpleColumns(),
    ...Object.fromEntries(rest.map(({ name, type }) => [name, columnOf[type](name)])),
  })
  return { journal, relations: defineRelations({ journal }) } as unknown as JournalSchema
}
