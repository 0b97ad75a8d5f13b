import type { AnyEntity } from '../entity/entity.ts'
import type { ResolvedEntity, ResolvedProperty } from '../entity/schema.ts'
import type { ProgramWriter } from '../native/program-writer.ts'
import { Step } from './query-program.ts'

declare const phantom: unique symbol

/** Writes a new value of a condition that has an alias; throws a `TypeError` for a wrong one. */
export type ParameterWriter = (
  writer: ProgramWriter,
  alias: string,
  values: readonly unknown[],
) => void

/** What writing a condition needs to know about the store, and the aliases it meets. */
export interface ConditionContext {
  readonly writer: ProgramWriter
  readonly entity: ResolvedEntity
  readonly aliases: Map<string, ParameterWriter>
  entityNamed(name: string): ResolvedEntity
}

/** Which objects of an entity a query finds. Immutable: every method returns a new condition. */
export abstract class Condition<Entity extends AnyEntity = AnyEntity> {
  declare readonly [phantom]: Entity

  /** Both conditions hold. */
  and(...others: readonly Condition<Entity>[]): Condition<Entity> {
    return new Combination(Step.all, [this, ...others])
  }

  /** At least one of the conditions holds. */
  or(...others: readonly Condition<Entity>[]): Condition<Entity> {
    return new Combination(Step.any, [this, ...others])
  }

  /** Writes the condition so that the library has it as one. */
  abstract write(context: ConditionContext): void
}

/** All of the conditions hold. */
export function all<Entity extends AnyEntity>(
  ...conditions: readonly Condition<Entity>[]
): Condition<Entity> {
  return new Combination(Step.all, conditions)
}

/** At least one of the conditions holds. */
export function any<Entity extends AnyEntity>(
  ...conditions: readonly Condition<Entity>[]
): Condition<Entity> {
  return new Combination(Step.any, conditions)
}

class Combination<Entity extends AnyEntity> extends Condition<Entity> {
  readonly step: typeof Step.all | typeof Step.any
  readonly parts: readonly Condition<Entity>[]

  constructor(step: typeof Step.all | typeof Step.any, parts: readonly Condition<Entity>[]) {
    super()
    if (parts.length === 0) throw new TypeError('a combination needs at least one condition')
    for (const part of parts) {
      if (!(part instanceof Condition)) throw new TypeError('only conditions can be combined')
    }
    this.step = step
    this.parts = parts
  }

  write(context: ConditionContext): void {
    for (const part of this.parts) part.write(context)
    context.writer.byte(this.step).word(this.parts.length)
  }
}

/** A condition on one property. */
export class PropertyCondition<Entity extends AnyEntity> extends Condition<Entity> {
  readonly property: string
  /** Whether the library answers it from an index alone where the property has one. */
  readonly isEquality: boolean
  readonly #encode: (writer: ProgramWriter, property: ResolvedProperty) => void
  readonly #parameter: ParameterWriter | undefined
  readonly #alias: string | undefined

  constructor(
    property: string,
    encode: (writer: ProgramWriter, property: ResolvedProperty) => void,
    options: {
      readonly parameter?: ParameterWriter | undefined
      readonly alias?: string
      readonly isEquality?: boolean
    } = {},
  ) {
    super()
    this.property = property
    this.isEquality = options.isEquality ?? false
    this.#encode = encode
    this.#parameter = options.parameter
    this.#alias = options.alias
  }

  /** Names the condition, so that `query.setParameter(alias, value)` can change its value. */
  alias(alias: string): PropertyCondition<Entity> {
    if (this.#parameter === undefined) {
      throw new TypeError(`this condition on ${this.property} has no value that could be changed`)
    }
    if (alias === '' || alias.includes('\0')) {
      throw new TypeError('an alias must not be empty and has no NUL')
    }
    const { isEquality } = this
    return new PropertyCondition(this.property, this.#encode, {
      parameter: this.#parameter,
      alias,
      isEquality,
    })
  }

  write(context: ConditionContext): void {
    this.#encode(context.writer, propertyOf(context.entity, this.property))
    const alias = this.#alias
    if (alias === undefined || this.#parameter === undefined) return
    if (context.aliases.has(alias)) throw new TypeError(`two conditions have the alias ${alias}`)
    context.aliases.set(alias, this.#parameter)
    context.writer.byte(Step.alias).text(alias)
  }
}

/** A condition on the objects that a relation leads to. */
export class LinkCondition<Entity extends AnyEntity> extends Condition<Entity> {
  readonly #begin: (context: ConditionContext) => ResolvedEntity
  readonly #inner: Condition | undefined

  constructor(begin: (context: ConditionContext) => ResolvedEntity, inner: Condition | undefined) {
    super()
    this.#begin = begin
    this.#inner = inner
  }

  write(): never {
    throw new TypeError(
      'a condition on a relation can be combined by `and` only, at the top of the query; ' +
        'run two queries, or find ids first and use `oneOf`',
    )
  }

  writeLink(context: ConditionContext): void {
    const entity = this.#begin(context)
    if (this.#inner !== undefined) writeConditions({ ...context, entity }, this.#inner)
    context.writer.byte(Step.endLink)
  }
}

/** Writes a whole condition; links, which the library adds by "and", follow the others. */
export function writeConditions(context: ConditionContext, condition: Condition): void {
  const parts = topLevelParts(condition)
  for (const part of parts) if (!(part instanceof LinkCondition)) part.write(context)
  for (const part of parts) if (part instanceof LinkCondition) part.writeLink(context)
}

function topLevelParts(condition: Condition): readonly Condition[] {
  if (!(condition instanceof Combination) || condition.step !== Step.all) return [condition]
  return condition.parts.flatMap(topLevelParts)
}

export function propertyOf(entity: ResolvedEntity, name: string): ResolvedProperty {
  const property = entity.properties.find((candidate) => candidate.name === name)
  if (property === undefined) throw new TypeError(`${entity.name} has no property ${name}`)
  return property
}
