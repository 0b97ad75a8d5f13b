import type {
  AnyEntity,
  Backlink,
  InferEntity,
  RelationTarget,
  ToManyKey,
  ToOneKey,
} from '../entity/entity.ts'

/**
 * Relations to read along with objects: their keys with `true`, and any further keys with the
 * backlink that their objects come by.
 *
 * @example
 * notes.find(undefined, { include: { author: true, tags: true } })
 * authors.get(1, { include: { notes: backlink(Note, 'author') } })
 */
export type Include<Entity extends AnyEntity> = {
  readonly [Key in ToOneKey<Entity> | ToManyKey<Entity>]?: true
} & Readonly<Record<string, true | Backlink>>

type IncludedValue<Entity extends AnyEntity, Key, Given> =
  Given extends Backlink<infer Source>
    ? InferEntity<Source>[]
    : Key extends ToOneKey<Entity>
      ? InferEntity<RelationTarget<Entity, Key>> | null
      : Key extends ToManyKey<Entity>
        ? InferEntity<RelationTarget<Entity, Key>>[]
        : never

/** An object with the relations that were read along. */
export type Included<Entity extends AnyEntity, With> = [keyof With] extends [never]
  ? InferEntity<Entity>
  : InferEntity<Entity> & {
      [Key in keyof With]: IncludedValue<Entity, Key, With[Key]>
    }

/** No relations. */
export type NoInclude = { readonly [Key in never]: true }
