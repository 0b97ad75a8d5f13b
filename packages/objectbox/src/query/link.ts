import type { AnyEntity, Backlink } from '../entity/entity.ts'
import type { ResolvedEntity } from '../entity/schema.ts'
import {
  LinkCondition,
  PropertyCondition,
  propertyOf,
  type Condition,
  type ConditionContext,
} from './condition.ts'
import { LinkKind, Step } from './query-program.ts'
import { relationId, writeLink } from './relation-fields.ts'
import { toCount } from './values.ts'
import { toCondition, type ConditionInput } from './where.ts'

/** At least one object for which the condition holds leads here by its relation. */
export function linkedFrom<Target extends AnyEntity, Source extends AnyEntity>(
  link: Backlink<Source>,
  input: ConditionInput<Source>,
): Condition<Target> {
  const inner = toCondition(link.entity, input)
  return new LinkCondition((context) => {
    const source = context.entityNamed(link.entity.name)
    const toOne = toOneOf(source, link.relation)
    if (toOne === undefined) {
      writeLink(context, LinkKind.toManyBacklink, relationId(source, link.relation), 0)
    } else {
      writeLink(context, LinkKind.toOneBacklink, source.id, propertyOf(source, toOne).id)
    }
    return source
  }, inner)
}

/** Exactly `count` objects lead here by their to-one. Not supported by indexes: it visits them all. */
export function linkCount<Target extends AnyEntity>(
  link: Backlink,
  count: number,
): Condition<Target> {
  const { schema } = link.entity
  const toOne = schema.properties.find(({ declaredAs }) => declaredAs === link.relation)
  if (toOne?.kind !== 'toOne') {
    throw new TypeError(`${schema.name}.${link.relation} is no to-one: only those can be counted`)
  }
  const checked = toCount(count, 'the count of links')
  return new LinkCount(link.entity.name, toOne.name, checked)
}

class LinkCount<Entity extends AnyEntity> extends PropertyCondition<Entity> {
  readonly #source: string
  readonly #count: number

  constructor(source: string, property: string, count: number) {
    super(property, () => undefined)
    this.#source = source
    this.#count = count
  }

  override write(context: ConditionContext): void {
    const source = context.entityNamed(this.#source)
    const { id } = propertyOf(source, this.property)
    context.writer.byte(Step.relationCount).word(id).word(source.id).word(this.#count)
  }
}

function toOneOf(entity: ResolvedEntity, declaredAs: string): string | undefined {
  return entity.schema.properties.find((property) => property.declaredAs === declaredAs)?.name
}
