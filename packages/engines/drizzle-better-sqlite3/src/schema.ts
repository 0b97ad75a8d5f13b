import type { ColumnType, Model } from '@rowrate/core'
import { relations } from 'drizzle-orm'
import {
  customType,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
} from 'drizzle-orm/sqlite-core'

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

/** For prepared statements: Drizzle's own JSON column turns the null of a placeholder into the text `null`. */
const nullableJson = customType<{ data: unknown; driverData: string | null }>({
  dataType: () => 'text',
  toDriver: (value) => (value === null ? null : JSON.stringify(value)),
  fromDriver: (value) => JSON.parse(value as string) as unknown,
})

/** The columns that every model has, typed. */
const simpleColumns = () => ({
  id: columnOf.id('id'),
  timestamp: columnOf.datetime('timestamp').notNull(),
  level: columnOf.int16('level').notNull(),
  text: columnOf.string('text').notNull(),
})

function relationalSchema() {
  const journal = sqliteTable(
    'journal',
    { ...simpleColumns(), parent_id: columnOf.reference('parent_id') },
    (table) => [index('journal_level').on(table.level), index('journal_text').on(table.text)],
  )
  const journalRelated = sqliteTable(
    'journal_related',
    {
      journal_id: integer('journal_id').notNull(),
      related_id: integer('related_id').notNull(),
    },
    (table) => [primaryKey({ columns: [table.journal_id, table.related_id] })],
  )
  const journalRelations = relations(journal, ({ one, many }) => ({
    parent: one(journal, {
      fields: [journal.parent_id],
      references: [journal.id],
      relationName: 'parent',
    }),
    children: many(journal, { relationName: 'parent' }),
    related: many(journalRelated, { relationName: 'from' }),
    relatedFrom: many(journalRelated, { relationName: 'to' }),
  }))
  const journalRelatedRelations = relations(journalRelated, ({ one }) => ({
    from: one(journal, {
      fields: [journalRelated.journal_id],
      references: [journal.id],
      relationName: 'from',
    }),
    to: one(journal, {
      fields: [journalRelated.related_id],
      references: [journal.id],
      relationName: 'to',
    }),
  }))
  return { journal, journalRelated, journalRelations, journalRelatedRelations }
}

export type JournalSchema = ReturnType<typeof relationalSchema>

/** The schema of a model. Typed as that with relations: they are read on the model that has them alone. */
export function journalSchema(
  { columns, relations: related }: Model,
  prepared: boolean,
): JournalSchema {
  if (related) return relationalSchema()
  const rest = columns.slice(Object.keys(simpleColumns()).length)
  const journal = sqliteTable('journal', {
    ...simpleColumns(),
    ...Object.fromEntries(
      rest.map(({ name, type }) => [
        name,
        prepared && type === 'json' ? nullableJson(name) : columnOf[type](name),
      ]),
    ),
  })
  return { journal } as unknown as JournalSchema
}
