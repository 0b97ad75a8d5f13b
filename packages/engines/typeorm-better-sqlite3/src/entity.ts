import type { Column, ColumnType, Model } from '@rowrate/core'
import type { EntitySchemaColumnOptions, EntitySchemaRelationOptions } from 'typeorm'
import { EntitySchema } from 'typeorm'

/** An entity; the columns of the wide model are its properties as well. */
export class Journal {
  declare id: number
  declare timestamp: Date
  declare level: number
  declare text: string
  declare parent?: Journal | null
  declare related?: Journal[]
  declare children?: Journal[]
}

/** TypeORM's own date types are texts in SQLite; the schema has milliseconds. */
const milliseconds = {
  to: (value: Date | undefined) => value?.getTime(),
  from: (value: number) => new Date(value),
}

const optionsOf: Record<Exclude<ColumnType, 'reference'>, EntitySchemaColumnOptions> = {
  id: { type: 'integer', primary: true, generated: 'increment' },
  datetime: { type: 'integer', transformer: milliseconds },
  int16: { type: 'smallint' },
  int32: { type: 'integer' },
  int64: { type: 'bigint' },
  float64: { type: 'real' },
  char: { type: 'varchar', length: 255 },
  string: { type: 'varchar', length: 255 },
  text: { type: 'text' },
  decimal: { type: 'text' },
  json: { type: 'simple-json' },
}

const columnOptions = ({ name, type, nullable }: Column): EntitySchemaColumnOptions => ({
  ...optionsOf[type as Exclude<ColumnType, 'reference'>],
  name,
  nullable,
})

const relations: Record<string, EntitySchemaRelationOptions> = {
  parent: {
    type: 'many-to-one',
    target: 'Journal',
    joinColumn: { name: 'parent_id' },
    inverseSide: 'children',
    onDelete: 'SET NULL',
    nullable: true,
  },
  children: { type: 'one-to-many', target: 'Journal', inverseSide: 'parent' },
  related: {
    type: 'many-to-many',
    target: 'Journal',
    joinTable: {
      name: 'journal_related',
      joinColumn: { name: 'journal_id' },
      inverseJoinColumn: { name: 'related_id' },
    },
    inverseSide: 'relatedFrom',
  },
  relatedFrom: { type: 'many-to-many', target: 'Journal', inverseSide: 'related' },
}

export const journalSchema = (model: Model): EntitySchema<Journal> =>
  // oxlint-disable-next-line typescript/no-unsafe-class-instance-assignment -- TypeORM declares its options as a class; literals are how it documents them
  new EntitySchema<Journal>({
    name: 'Journal',
    target: Journal,
    tableName: model.table,
    columns: Object.fromEntries(
      model.columns
        .filter(({ type }) => type !== 'reference')
        .map((column) => [column.name, columnOptions(column)]),
    ) as never,
    relations: model.relations ? relations : {},
  })
