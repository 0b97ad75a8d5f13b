import type { Column, Model } from '@rowrate/core'
import type { FieldOptions } from 'remult'
import { describeEntity, Fields, Relations, ValueConverters } from 'remult'

/** An entity; the columns of the wide model are its properties as well. */
export class Journal {
  declare id: number
  declare timestamp: Date
  declare level: number
  declare text: string
  declare parent?: Journal | null
  declare related?: JournalRelated[]
  declare children?: Journal[]
}

/** A row of the join table: many-to-many goes over an entity of its own in Remult. */
class JournalRelated {
  declare journal_id: number
  declare related_id: number
  declare to: Journal
}

/** Remult's dates are ISO texts in SQLite; the schema has milliseconds. */
const milliseconds = {
  ...ValueConverters.Date,
  toDb: (value: Date) => value.getTime(),
  fromDb: (value: number) => new Date(value),
}

function field({ type, nullable: allowNull }: Column): unknown {
  const options: FieldOptions = { allowNull }
  switch (type) {
    case 'id':
      return Fields.autoIncrement()
    case 'datetime':
      return Fields.date({ allowNull, valueConverter: milliseconds })
    case 'float64':
      return Fields.number(options as FieldOptions<unknown, number>)
    case 'json':
      return Fields.json(options)
    case 'char':
    case 'string':
    case 'text':
    case 'decimal':
      return Fields.string(options as FieldOptions<unknown, string>)
    default:
      return Fields.integer(options as FieldOptions<unknown, number>)
  }
}

/** The classes of a model, new ones for each: what Remult learns about an entity it keeps on its class. */
export function journalClass({ columns, relations }: Model): typeof Journal {
  const Entity = class extends Journal {}
  const Related = class extends JournalRelated {}
  describeEntity(Entity, 'journal', {
    ...Object.fromEntries(columns.map((column) => [column.name, field(column)])),
    ...(relations && {
      parent: Relations.toOne<Journal, Journal>(() => Entity, 'parent_id' as never),
      children: Relations.toMany<Journal, Journal>(() => Entity, 'parent_id' as never),
      related: Relations.toMany<Journal, JournalRelated>(() => Related, 'journal_id'),
    }),
  })
  describeEntity(
    Related,
    'journal_related',
    {
      journal_id: Fields.integer(),
      related_id: Fields.integer(),
      to: Relations.toOne<JournalRelated, Journal>(() => Entity, 'related_id'),
    },
    { id: { journal_id: true, related_id: true } },
  )
  return Entity
}
