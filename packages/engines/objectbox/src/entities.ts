import type { Column, ColumnType, Model } from '@rowrate/core'
import { valueColumns } from '@rowrate/core'
import {
  date,
  double,
  entity,
  flex,
  id,
  int16,
  int32,
  int64,
  string,
  toMany,
  toOne,
} from '@rowrate/objectbox'

const simple = {
  id: id(),
  timestamp: date(),
  level: int16().index(),
  text: string().index('hash'),
}

const properties: Partial<Readonly<Record<ColumnType, () => { nullable(): unknown }>>> = {
  float64: double,
  int16,
  int32,
  int64,
  char: string,
  text: string,
  decimal: string,
  json: flex,
}

const propertyOf = ({ type, nullable }: Column) => {
  const property = properties[type]!()
  return nullable ? property.nullable() : property
}

/**
 * The entity of a model. The wide columns come from core's model in a loop, so their names are unknown to the compiler: the one
 * cast of this engine.
 */
export function journalEntity(model: Model) {
  const wide = valueColumns(model)
    .filter(({ name }) => !(name in simple))
    .map((column) => [column.name, propertyOf(column)])
  const relations = model.relations ? { parent: toOne('self'), related: toMany('self') } : {}
  return entity('Journal', {
    ...simple,
    ...(Object.fromEntries(wide) as object),
    ...relations,
  } as typeof simple & { parent: ReturnType<typeof selfOne>; related: ReturnType<typeof selfMany> })
}

const selfOne = () => toOne('self')
const selfMany = () => toMany('self')
