import type { AnyEntity } from '../entity/entity.ts'
import type { PropertyCondition } from './condition.ts'
import { Field } from './field.ts'
import { DoubleOperation, ParameterKind, Step } from './query-program.ts'
import { toDouble } from './values.ts'

/**
 * Conditions on float and double. There is no equality: use `between`. A value for a float is
 * rounded to 32 bits, as the stored ones are. Neither null nor NaN matches any.
 */
export class RealField<Entity extends AnyEntity> extends Field<Entity> {
  greaterThan(value: number): PropertyCondition<Entity> {
    return this.#compare(DoubleOperation.greaterThan, value)
  }

  greaterOrEqual(value: number): PropertyCondition<Entity> {
    return this.#compare(DoubleOperation.greaterOrEqual, value)
  }

  lessThan(value: number): PropertyCondition<Entity> {
    return this.#compare(DoubleOperation.lessThan, value)
  }

  lessOrEqual(value: number): PropertyCondition<Entity> {
    return this.#compare(DoubleOperation.lessOrEqual, value)
  }

  /** Both bounds included. */
  between(low: number, high: number): PropertyCondition<Entity> {
    const { schema } = this
    const values = [toDouble(schema, low), toDouble(schema, high)] as const
    return this.step(Step.betweenDoubles, (writer) => writer.double(values[0]).double(values[1]), {
      parameter: (writer, alias, given) =>
        writer
          .byte(ParameterKind.doubles)
          .text(alias)
          .double(toDouble(schema, given[0]))
          .double(toDouble(schema, given[1])),
    })
  }

  #compare(operation: number, given: number): PropertyCondition<Entity> {
    const { schema } = this
    const value = toDouble(schema, given)
    return this.step(Step.double, (writer) => writer.byte(operation).double(value), {
      parameter: (writer, alias, values) =>
        writer.byte(ParameterKind.double).text(alias).double(toDouble(schema, values[0])),
    })
  }
}
