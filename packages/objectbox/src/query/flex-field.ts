import type { AnyEntity } from '../entity/entity.ts'
import { any, type Condition } from './condition.ts'
import { Field } from './field.ts'
import { OrderOperation, Step } from './query-program.ts'
import type { TextOptions } from './text-field.ts'
import { toText } from './values.ts'

const MIN_INT64 = -(2n ** 63n)
const MAX_INT64 = 2n ** 63n - 1n

/**
 * Conditions on a flex property that holds an object: on the value under one of its keys, which is
 * a string or a number. Values of another type under the key do not match.
 */
export class FlexField<Entity extends AnyEntity> extends Field<Entity> {
  keyEquals(
    key: string,
    value: string | number | bigint,
    options?: TextOptions,
  ): Condition<Entity> {
    return this.#compare(OrderOperation.equals, key, value, options)
  }

  keyGreaterThan(
    key: string,
    value: string | number | bigint,
    options?: TextOptions,
  ): Condition<Entity> {
    return this.#compare(OrderOperation.greaterThan, key, value, options)
  }

  keyGreaterOrEqual(
    key: string,
    value: string | number | bigint,
    options?: TextOptions,
  ): Condition<Entity> {
    return this.#compare(OrderOperation.greaterOrEqual, key, value, options)
  }

  keyLessThan(
    key: string,
    value: string | number | bigint,
    options?: TextOptions,
  ): Condition<Entity> {
    return this.#compare(OrderOperation.lessThan, key, value, options)
  }

  keyLessOrEqual(
    key: string,
    value: string | number | bigint,
    options?: TextOptions,
  ): Condition<Entity> {
    return this.#compare(OrderOperation.lessOrEqual, key, value, options)
  }

  #compare(
    operation: number,
    givenKey: string,
    value: string | number | bigint,
    options: TextOptions | undefined,
  ): Condition<Entity> {
    const key = toText(this.schema, givenKey)
    if (typeof value === 'number' || typeof value === 'bigint') {
      return this.#compareNumber(operation, key, value)
    }
    const text = toText(this.schema, value)
    const caseSensitive = options?.caseSensitive === false ? 0 : 1
    return this.step(Step.keyText, (writer) =>
      writer.byte(operation).text(key).byte(caseSensitive).text(text),
    )
  }

  /** Numbers are stored as integers or as doubles, and the library compares each kind with its own. */
  #compareNumber(operation: number, key: string, value: number | bigint): Condition<Entity> {
    const double = Number(value)
    if (Number.isNaN(double)) {
      throw new TypeError(`a value for ${this.schema.name}.${key} must not be NaN`)
    }
    const withDoubles = this.step(Step.keyDouble, (writer) =>
      writer.byte(operation).text(key).double(double),
    )
    const integer = integerComparison(operation, value)
    if (integer === undefined) return withDoubles
    const withIntegers = this.step(Step.keyInt, (writer) =>
      writer.byte(integer.operation).text(key).int64(integer.value),
    )
    return any(withIntegers, withDoubles)
  }
}

/** The same comparison for 64-bit integers; undefined when none can match. */
function integerComparison(
  operation: number,
  value: number | bigint,
): { readonly operation: number; readonly value: bigint } | undefined {
  const isAbove =
    operation === OrderOperation.greaterThan || operation === OrderOperation.greaterOrEqual
  if (value > MAX_INT64 || value < MIN_INT64) {
    const matchesAll = operation !== OrderOperation.equals && value > 0 !== isAbove
    if (!matchesAll) return undefined
    return isAbove
      ? { operation: OrderOperation.greaterOrEqual, value: MIN_INT64 }
      : { operation: OrderOperation.lessOrEqual, value: MAX_INT64 }
  }
  if (typeof value === 'bigint') return { operation, value }
  if (Number.isInteger(value)) return { operation, value: BigInt(value) }
  if (operation === OrderOperation.equals) return undefined
  return isAbove
    ? { operation: OrderOperation.greaterThan, value: BigInt(Math.floor(value)) }
    : { operation: OrderOperation.lessThan, value: BigInt(Math.ceil(value)) }
}
