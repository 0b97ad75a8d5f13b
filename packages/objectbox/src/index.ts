export { Box } from './box/box.ts'
export type { BoxFindOptions } from './box/box-queries.ts'
export {
  backlink,
  entity,
  type AnyEntity,
  type Backlink,
  type EntityDefinition,
  type EntityOptions,
  type EntityShape,
  type InferEntity,
  type PutInput,
  type RelationTarget,
  type ToManyKey,
  type ToOneKey,
} from './entity/entity.ts'
export * from './entity/properties.ts'
export type { AnyProperty, Property } from './entity/property.ts'
export { toMany, toOne, type ToMany, type ToOne } from './entity/relation.ts'
export type { HnswOptions, IndexType, VectorDistance } from './entity/schema.ts'
export * from './error/index.ts'
export { ModelError } from './model/index.ts'
export type { Observer } from './observer/observers.ts'
export { all, any, type Condition, type PropertyCondition } from './query/condition.ts'
export type { BytesField } from './query/bytes-field.ts'
export type { Field } from './query/field.ts'
export type { FlexField } from './query/flex-field.ts'
export type { RealField } from './query/real-field.ts'
export type { ToManyField, ToOneField } from './query/relation-fields.ts'
export type { TextField, TextListField, TextOptions } from './query/text-field.ts'
export type { VectorField } from './query/vector-field.ts'
export type { WholeField } from './query/whole-field.ts'
export { linkCount, linkedFrom } from './query/link.ts'
export type { OrderBy, OrderRule } from './query/order.ts'
export type { PropertyQuery } from './query/property-query.ts'
export type { QueryBuilder } from './query/query-builder.ts'
export type { FindOptions, Query, Scored } from './query/query.ts'
export type { Range } from './query/run-query.ts'
export { where, type ConditionInput, type Where } from './query/where.ts'
export type { Include, Included } from './relation/include.ts'
export type { ToManyRelation } from './relation/to-many-relation.ts'
export { libraryVersion, openStore, removeDatabaseFiles, type Store } from './store/store.ts'
export type { ModelSync, StoreOptions } from './store/store-options.ts'
export type { TransactionMode } from './transaction/run-in-transaction.ts'
export type { Transaction } from './transaction/transaction.ts'
