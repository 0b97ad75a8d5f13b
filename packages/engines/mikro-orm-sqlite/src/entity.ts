import type { Collection, EntityClass } from '@mikro-orm/core'
import { defineEntity, p } from '@mikro-orm/core'
import type { Column, Model } from '@rowrate/core'

/** An entity; the columns of the wide model are its properties as well. */
export interface Journal {
  id: number
  timestamp: Date
  level: number
  text: string
  parent?: Journal | null
  related: Collection<Journal>
  children: Collection<Journal>
}

/** How MikroORM maps each type of column; dates are milliseconds in its SQLite drivers. */
const propertyOf = {
  id: () => p.integer().primary(),
  datetime: () => p.datetime(),
  int16: () => p.smallint(),
  int32: () => p.integer(),
  int64: () => p.bigint('number'),
  float64: () => p.float(),
  char: () => p.string(),
  string: () => p.string(),
  text: () => p.text(),
  decimal: () => p.text(),
  json: () => p.json(),
}

function property({ type, nullable }: Column) {
  const scalar = propertyOf[type as keyof typeof propertyOf]()
  return nullable ? (scalar as ReturnType<typeof p.integer>).nullable() : scalar
}

/** The class of a model, a new one for each, as MikroORM's documentation defines entities without decorators. */
export function journalClass({ table, columns, relations }: Model): EntityClass<Journal> {
  const relational = {
    parent: () => p.manyToOne(Entity).joinColumn('parent_id').deleteRule('set null').nullable(),
    children: () => p.oneToMany(Entity).mappedBy('parent' as never),
    related: () =>
      p
        .manyToMany(Entity)
        .owner()
        .pivotTable('journal_related')
        .joinColumn('journal_id')
        .inverseJoinColumn('related_id'),
    relatedFrom: () => p.manyToMany(Entity).mappedBy('related' as never),
  }
  const schema = defineEntity({
    name: 'Journal',
    tableName: table,
    properties: {
      ...Object.fromEntries(
        columns
          .filter(({ type }) => type !== 'reference')
          .map((column) => [column.name, property(column)]),
      ),
      ...(relations && relational),
    },
  })
  const Entity: EntityClass<Journal> = class extends (schema.class as new () => object) {} as never
  schema.setClass(Entity as never)
  return Entity
}
