import { buildEntitySchema } from './build-schema.ts'
import type { AnyProperty, PresenceOf, ReadOf, WrittenOf } from './property.ts'
import type { ToMany, ToOne } from './relation.ts'
import type { EntitySchema } from './schema.ts'

/** The properties and relations of an entity by their keys. */
export type EntityShape = Readonly<Record<string, AnyProperty | ToOne<unknown> | ToMany<unknown>>>

/** An entity as a value: its name, the definitions of its properties, and what they resolve to. */
export interface EntityDefinition<
  Shape extends EntityShape = EntityShape,
  Name extends string = string,
> {
  /** Its name in the database. */
  readonly name: Name
  /** The definitions by their keys. */
  readonly shape: Shape
  /** What the definitions resolve to. */
  readonly schema: EntitySchema
}

/** Any entity, whatever its properties. */
// oxlint-disable-next-line typescript/no-explicit-any -- no narrower type takes all entities
export type AnyEntity = EntityDefinition<any>

/** Options of `entity`. */
export interface EntityOptions {
  /** The uid from `objectbox-model.json` that stays with the data when the entity is renamed. */
  readonly uid?: bigint | string
}

/**
 * Defines an entity. Throws a `TypeError` that names the entity and the property when the
 * definition is wrong: no id or two, a name used twice, an index the type cannot have.
 *
 * @example
 * const Note = entity('Note', { id: id(), text: string(), level: int16().index() })
 * type Note = InferEntity<typeof Note>
 */
export function entity<const Name extends string, Shape extends EntityShape>(
  name: Name,
  shape: Shape,
  options: EntityOptions = {},
): EntityDefinition<Shape, Name> {
  return Object.freeze({ name, shape, schema: buildEntitySchema(name, shape, options) })
}

type ShapeOf<Entity> = Entity extends EntityDefinition<infer Shape> ? Shape : never

type ObjectKey<Shape, Key extends keyof Shape> =
  Shape[Key] extends ToMany<unknown>
    ? never
    : Shape[Key] extends ToOne<unknown>
      ? `${Key & string}Id`
      : Key

type ReadValue<P> = P extends ToOne<unknown> ? number | null : ReadOf<P>
type WrittenValue<P> = P extends ToOne<unknown> ? number | null : WrittenOf<P>

type RequiredKey<Shape> = {
  [Key in keyof Shape]: 'required' extends PresenceOf<Shape[Key]> ? Key : never
}[keyof Shape]

type Flat<T> = { [Key in keyof T]: T[Key] }

/** The objects an entity's boxes and queries return. */
export type InferEntity<Entity> =
  ShapeOf<Entity> extends infer Shape
    ? { -readonly [Key in keyof Shape as ObjectKey<Shape, Key>]: ReadValue<Shape[Key]> }
    : never

/** The objects `put` accepts: the id, to-ones, nullable and defaulted properties may be left out. */
export type PutInput<Entity> =
  ShapeOf<Entity> extends infer Shape
    ? Flat<
        { [Key in keyof Shape as Key & RequiredKey<Shape>]: WrittenValue<Shape[Key]> } & {
          [Key in keyof Shape as Exclude<ObjectKey<Shape, Key>, RequiredKey<Shape>>]?:
            | WrittenValue<Shape[Key]>
            | undefined
        }
      >
    : never

/** Keys of the to-one relations of an entity, as declared. */
export type ToOneKey<Entity> = {
  [Key in keyof ShapeOf<Entity>]: ShapeOf<Entity>[Key] extends ToOne<unknown> ? Key & string : never
}[keyof ShapeOf<Entity>]

/** Keys of the to-many relations of an entity, as declared. */
export type ToManyKey<Entity> = {
  [Key in keyof ShapeOf<Entity>]: ShapeOf<Entity>[Key] extends ToMany<unknown>
    ? Key & string
    : never
}[keyof ShapeOf<Entity>]

/** The entity that the relation `Key` of `Entity` points at. */
export type RelationTarget<Entity, Key extends keyof ShapeOf<Entity>> =
  ShapeOf<Entity>[Key] extends ToOne<infer Target>
    ? Resolve<Entity, Target>
    : ShapeOf<Entity>[Key] extends ToMany<infer Target>
      ? Resolve<Entity, Target>
      : never

type Resolve<Entity, Target> = Target extends 'self' ? Entity : Target

/** A relation seen from its target: the objects of `entity` whose `relation` points at an object. */
export interface Backlink<Source extends AnyEntity = AnyEntity, Key extends string = string> {
  /** The entity that has the relation. */
  readonly entity: Source
  /** The key of its to-one or to-many. */
  readonly relation: Key
}

/** Names a backlink: `backlink(Note, 'author')` are the notes of an author. */
export function backlink<
  Source extends AnyEntity,
  const Key extends ToOneKey<Source> | ToManyKey<Source>,
>(source: Source, relation: Key): Backlink<Source, Key> {
  return { entity: source, relation }
}
