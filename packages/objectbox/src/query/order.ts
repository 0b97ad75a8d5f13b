import type { AnyEntity, InferEntity } from '../entity/entity.ts'
import type { ResolvedEntity } from '../entity/schema.ts'
import type { ProgramWriter } from '../native/program-writer.ts'
import { propertyOf } from './condition.ts'
import { OrderFlag, Step } from './query-program.ts'

export interface OrderRule<Name extends string = string> {
  readonly by: Name
  readonly descending?: boolean
  /** Default true. Without it, upper and lower case of ASCII letters are the same. */
  readonly caseSensitive?: boolean
  /**
   * Of text only: null goes last instead of first. For numbers the library puts null at the lowest
   * value (or the highest with this) and applies `descending` after that.
   */
  readonly nullsLast?: boolean
  /** Of numbers only: null is ordered as 0. */
  readonly nullsAsZero?: boolean
}

type Key<Entity extends AnyEntity> = keyof InferEntity<Entity> & string

/** A property, or a rule, or several of them in the order of their weight. */
export type OrderBy<Entity extends AnyEntity> =
  | Key<Entity>
  | OrderRule<Key<Entity>>
  | readonly (Key<Entity> | OrderRule<Key<Entity>>)[]

export function writeOrder(
  writer: ProgramWriter,
  entity: ResolvedEntity,
  order: string | OrderRule | readonly (string | OrderRule)[],
): void {
  const rules = typeof order === 'string' || 'by' in order ? [order] : order
  for (const given of rules) {
    const rule: OrderRule = typeof given === 'string' ? { by: given } : given
    writer.byte(Step.order).word(propertyOf(entity, rule.by).id).word(flagsOf(rule))
  }
}

function flagsOf(rule: OrderRule): number {
  return (
    (rule.descending === true ? OrderFlag.descending : 0) |
    (rule.caseSensitive === false ? 0 : OrderFlag.caseSensitive) |
    (rule.nullsLast === true ? OrderFlag.nullsLast : 0) |
    (rule.nullsAsZero === true ? OrderFlag.nullsZero : 0)
  )
}
