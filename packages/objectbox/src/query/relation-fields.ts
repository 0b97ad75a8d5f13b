import type { AnyEntity } from '../entity/entity.ts'
import type { PropertySchema, ResolvedEntity } from '../entity/schema.ts'
import { any, Condition, LinkCondition, propertyOf, type ConditionContext } from './condition.ts'
import { WideField } from './whole-field.ts'
import { LinkKind, Step } from './query-program.ts'
import type { ConditionInput, Where } from './where.ts'

/** The entity that a relation leads to. */
export interface LinkTarget<Entity extends AnyEntity> {
  readonly name: string
  fields(): Where<Entity>
}

export function conditionFrom<Entity extends AnyEntity>(
  fields: () => Where<Entity>,
  input: ConditionInput<Entity>,
): Condition<Entity> {
  const condition = typeof input === 'function' ? input(fields()) : input
  if (condition instanceof Condition) return condition
  throw new TypeError(
    'a condition is built from the fields, as in `(note) => note.level.equals(3)`',
  )
}

/** Conditions on a to-one relation. */
export class ToOneField<Entity extends AnyEntity, Target extends AnyEntity> extends WideField<
  Entity,
  number
> {
  readonly #target: () => LinkTarget<Target>

  constructor(schema: PropertySchema, target: () => LinkTarget<Target>) {
    super(schema)
    this.#target = target
  }

  /** It points at no object. */
  override isNull(): Condition<Entity> {
    return any(super.isNull(), super.equals(0))
  }

  /** It points at an object. */
  override notNull(): Condition<Entity> {
    return super.greaterThan(0)
  }

  /** It points at an object for which the condition holds. */
  matches(input: ConditionInput<Target>): Condition<Entity> {
    const target = this.#target()
    const inner = conditionFrom(() => target.fields(), input)
    return new LinkCondition((context) => {
      const property = propertyOf(context.entity, this.schema.name)
      writeLink(context, LinkKind.toOne, 0, property.id)
      return context.entityNamed(target.name)
    }, inner)
  }
}

/** Conditions on a standalone to-many relation. */
export class ToManyField<Entity extends AnyEntity, Target extends AnyEntity> {
  readonly #name: string
  readonly #target: () => LinkTarget<Target>

  constructor(name: string, target: () => LinkTarget<Target>) {
    this.#name = name
    this.#target = target
  }

  /** It leads to at least one object for which the condition holds. */
  some(input: ConditionInput<Target>): Condition<Entity> {
    const target = this.#target()
    const inner = conditionFrom(() => target.fields(), input)
    return new LinkCondition((context) => {
      writeLink(context, LinkKind.toMany, relationId(context.entity, this.#name), 0)
      return context.entityNamed(target.name)
    }, inner)
  }
}

export function writeLink(
  context: ConditionContext,
  kind: number,
  id: number,
  property: number,
): void {
  context.writer.byte(Step.link).byte(kind).word(id).word(property)
}

export function relationId(entity: ResolvedEntity, name: string): number {
  const relation = entity.relations.find((candidate) => candidate.schema.name === name)
  if (relation === undefined) throw new TypeError(`${entity.name} has no relation ${name}`)
  return relation.id
}
