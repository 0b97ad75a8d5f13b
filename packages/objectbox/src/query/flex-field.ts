import type { AnyEntity } from '../entity/entity.ts'
import type { PropertyCondition } from './condition.ts'
import { Field } from './field.ts'
import { KeyOperation, Step } from './query-program.ts'
import { caseFlag, type TextOptions } from './text-field.ts'
import { toInt64, toText } from './values.ts'

/**
 * Conditions on a flex property that holds an object: on the value under one of its keys, which is
 * a string, a number or a bigint. Values of another type under the key do not match.
 */
export class FlexField<Entity extends AnyEntity> extends Field<Entity> {
  keyEquals(
    key: string,
    value: string | number | bigint,
    options?: TextOptions,
  ): PropertyCondition<Entity> {
    return this.#compare(KeyOperation.equals, key, value, options)
  }

  keyGreaterThan(
    key: string,
    value: string | number | bigint,
    options?: TextOptions,
  ): PropertyCondition<Entity> {
    return this.#compare(KeyOperation.greaterThan, key, value, options)
  }

  keyGreaterOrEqual(
    key: string,
    value: string | number | bigint,
    options?: TextOptions,
  ): PropertyCondition<Entity> {
    return this.#compare(KeyOperation.greaterOrEqual, key, value, options)
  }

  keyLessThan(
    key: string,
    value: string | number | bigint,
    options?: TextOptions,
  ): PropertyCondition<Entity> {
    return this.#compare(KeyOperation.lessThan, key, value, options)
  }

  keyLessOrEqual(
    key: string,
    value: string | number | bigint,
    options?: TextOptions,
  ): PropertyCondition<Entity> {
    return this.#compare(KeyOperation.lessOrEqual, key, value, options)
  }

  #compare(
    operation: number,
    givenKey: string,
    value: string | number | bigint,
    options: TextOptions | undefined,
  ): PropertyCondition<Entity> {
    const { schema } = this
    const key = toText(schema, givenKey)
    if (typeof value === 'string') {
      const text = toText(schema, value)
      return this.step(Step.keyText, (writer) =>
        writer.byte(operation).text(key).byte(caseFlag(options)).text(text),
      )
    }
    if (typeof value === 'number' && !Number.isInteger(value)) {
      return this.step(Step.keyDouble, (writer) => writer.byte(operation).text(key).double(value))
    }
    const integer = toInt64(schema, value)
    return this.step(Step.keyInt, (writer) => writer.byte(operation).text(key).int64(integer))
  }
}
