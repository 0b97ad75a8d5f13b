import type { AnyEntity, EntityShape, RelationTarget } from '../entity/entity.ts'
import type { KindOf } from '../entity/property.ts'
import { ToMany, ToOne } from '../entity/relation.ts'
import type { PropertyKind, PropertySchema } from '../entity/schema.ts'
import type { Condition } from './condition.ts'
import { BytesField } from './bytes-field.ts'
import { Field } from './field.ts'
import { RealField } from './real-field.ts'
import { TextField, TextListField } from './text-field.ts'
import { VectorField } from './vector-field.ts'
import { WideField, WholeField } from './whole-field.ts'
import { FlexField } from './flex-field.ts'
import { conditionFrom, ToManyField, ToOneField, type LinkTarget } from './relation-fields.ts'

type ShapeOf<Entity extends AnyEntity> = Entity['shape']

type FieldOfKind<Entity extends AnyEntity, Kind extends PropertyKind> = Kind extends 'bool'
  ? WholeField<Entity, boolean>
  : Kind extends 'date'
    ? WideField<Entity, Date | number>
    : Kind extends 'dateNano'
      ? WideField<Entity, bigint | Date>
      : Kind extends 'int64' | 'uint64'
        ? WideField<Entity, number | bigint>
        : Kind extends 'id' | 'int32' | 'uint32'
          ? WideField<Entity, number>
          : Kind extends 'int8' | 'int16' | 'uint8' | 'uint16'
            ? WholeField<Entity, number>
            : Kind extends 'float' | 'double'
              ? RealField<Entity>
              : Kind extends 'string'
                ? TextField<Entity>
                : Kind extends 'bytes'
                  ? BytesField<Entity>
                  : Kind extends 'stringVector'
                    ? TextListField<Entity>
                    : Kind extends 'floatVector'
                      ? VectorField<Entity>
                      : Kind extends 'flex'
                        ? FlexField<Entity>
                        : Field<Entity>

type FieldOf<Entity extends AnyEntity, Key extends keyof ShapeOf<Entity>> =
  ShapeOf<Entity>[Key] extends ToOne<unknown>
    ? ToOneField<Entity, Extract<RelationTarget<Entity, Key>, AnyEntity>>
    : ShapeOf<Entity>[Key] extends ToMany<unknown>
      ? ToManyField<Entity, Extract<RelationTarget<Entity, Key>, AnyEntity>>
      : FieldOfKind<Entity, KindOf<ShapeOf<Entity>[Key]>>

/** The properties and relations of an entity, each with the conditions its type has. */
export type Where<Entity extends AnyEntity> = {
  readonly [Key in keyof ShapeOf<Entity>]: FieldOf<Entity, Key>
}

/** A condition, or a function that builds one from the fields of its entity. */
export type ConditionInput<Entity extends AnyEntity> =
  | Condition<Entity>
  | ((fields: Where<Entity>) => Condition<Entity>)

const cache = new WeakMap<AnyEntity, object>()

/**
 * The fields of an entity, to build conditions from.
 *
 * @example
 * const note = where(Note)
 * notes.find(note.level.greaterThan(2).and(note.text.contains('tea')))
 */
export function where<Entity extends AnyEntity>(entity: Entity): Where<Entity> {
  let fields = cache.get(entity)
  if (fields === undefined) {
    fields = Object.fromEntries(
      Object.keys(shapeOf(entity)).map((key) => [key, createField(entity, key)]),
    )
    cache.set(entity, fields)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one field per key of the shape
  return fields as Where<Entity>
}

function createField(entity: AnyEntity, key: string): unknown {
  const definition = shapeOf(entity)[key]
  if (definition instanceof ToMany) {
    return new ToManyField(key, () => linkTarget(entity, definition))
  }
  const schema = entity.schema.properties.find(({ declaredAs }) => declaredAs === key)
  if (schema === undefined) throw new TypeError(`${entity.name} has no property ${key}`)
  if (definition instanceof ToOne)
    return new ToOneField(schema, () => linkTarget(entity, definition))
  return createPropertyField(schema)
}

function shapeOf(entity: AnyEntity): EntityShape {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `any` in AnyEntity
  return entity.shape as EntityShape
}

/** The condition that a caller gave, as one or as a function. */
export function toCondition<Entity extends AnyEntity>(
  entity: Entity,
  input: ConditionInput<Entity>,
): Condition<Entity> {
  return conditionFrom(() => where(entity), input)
}

function linkTarget(
  entity: AnyEntity,
  relation: ToOne<unknown> | ToMany<unknown>,
): LinkTarget<AnyEntity> {
  const target = targetOf(entity, relation)
  return { name: target.name, fields: () => where(target) }
}

function targetOf(entity: AnyEntity, relation: ToOne<unknown> | ToMany<unknown>): AnyEntity {
  return relation.target === 'self' ? entity : relation.target()
}

function createPropertyField(schema: PropertySchema): Field<AnyEntity> {
  switch (schema.kind) {
    case 'float':
    case 'double':
      return new RealField(schema)
    case 'string':
      return new TextField(schema)
    case 'bytes':
      return new BytesField(schema)
    case 'stringVector':
      return new TextListField(schema)
    case 'floatVector':
      return new VectorField(schema)
    case 'flex':
      return new FlexField(schema)
    case 'bool':
    case 'int8':
    case 'uint8':
    case 'int16':
    case 'uint16':
      return new WholeField(schema)
    default:
      return schema.kind.endsWith('Vector') ? new Field(schema) : new WideField(schema)
  }
}
