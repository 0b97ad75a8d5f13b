import type { AnyEntity } from '../entity/entity.ts'
import type { PropertySchema } from '../entity/schema.ts'
import { all, any, type Condition, type PropertyCondition } from './condition.ts'
import { Field } from './field.ts'
import { IntOperation, ParameterKind, Step } from './query-program.ts'
import { toInt64, toList } from './values.ts'

/** Conditions on whole numbers, booleans, dates and ids. A null value matches none of them. */
export class WholeField<Entity extends AnyEntity, Value> extends Field<Entity> {
  equals(value: Value): PropertyCondition<Entity> {
    return this.#compare(IntOperation.equals, value)
  }

  notEquals(value: Value): PropertyCondition<Entity> {
    return this.#compare(IntOperation.notEquals, value)
  }

  greaterThan(value: Value): PropertyCondition<Entity> {
    return this.#compare(IntOperation.greaterThan, value)
  }

  greaterOrEqual(value: Value): PropertyCondition<Entity> {
    return this.#compare(IntOperation.greaterOrEqual, value)
  }

  lessThan(value: Value): PropertyCondition<Entity> {
    return this.#compare(IntOperation.lessThan, value)
  }

  lessOrEqual(value: Value): PropertyCondition<Entity> {
    return this.#compare(IntOperation.lessOrEqual, value)
  }

  /** Both bounds included. */
  between(low: Value, high: Value): PropertyCondition<Entity> {
    const { schema } = this
    const values = [toInt64(schema, low), toInt64(schema, high)] as const
    return this.step(Step.betweenInts, (writer) => writer.int64(values[0]).int64(values[1]), {
      parameter: (writer, alias, given) =>
        writer
          .byte(ParameterKind.ints)
          .text(alias)
          .int64(toInt64(schema, given[0]))
          .int64(toInt64(schema, given[1])),
    })
  }

  /** It has one of the values. */
  oneOf(given: readonly Value[]): Condition<Entity> {
    // The library has no "in" for the smaller integers.
    const values = listOf(this.schema, given)
    if (values.length === 0) return all(this.isNull(), this.notNull())
    return any(...values.map((value) => this.equals(value)))
  }

  /** It has a value, and none of these. */
  notOneOf(given: readonly Value[]): Condition<Entity> {
    const values = listOf(this.schema, given)
    if (values.length === 0) return this.notNull()
    return all(...values.map((value) => this.notEquals(value)))
  }

  #compare(operation: number, given: Value): PropertyCondition<Entity> {
    const { schema } = this
    const value = toInt64(schema, given)
    const isEquality = operation === IntOperation.equals
    if (isEquality && isMissedByIndex(schema, value)) return this.#equalsByRange(value)
    return this.step(Step.int, (writer) => writer.byte(operation).int64(value), {
      parameter: (writer, alias, values) => {
        const changed = toInt64(schema, values[0])
        if (isEquality && isMissedByIndex(schema, changed)) {
          throw new RangeError(
            `${schema.name} is an indexed ${schema.kind}, whose \`equals\` cannot change to ${changed}; use \`between\` with it twice`,
          )
        }
        writer.byte(ParameterKind.int).text(alias).int64(changed)
      },
      isEquality,
    })
  }

  #equalsByRange(value: bigint): PropertyCondition<Entity> {
    const { schema } = this
    return this.step(Step.betweenInts, (writer) => writer.int64(value).int64(value), {
      parameter: (writer, alias, values) => {
        const changed = toInt64(schema, values[0])
        writer.byte(ParameterKind.ints).text(alias).int64(changed).int64(changed)
      },
    })
  }
}

/** Conditions on whole numbers of 32 and 64 bits. */
export class WideField<Entity extends AnyEntity, Value> extends WholeField<Entity, Value> {
  override oneOf(values: readonly Value[]): PropertyCondition<Entity> {
    return this.#within(values, Step.inInt64s, Step.inInt32s)
  }

  override notOneOf(values: readonly Value[]): Condition<Entity> {
    const condition = this.#within(values, Step.notInInt64s, Step.notInInt32s)
    // The library's "not in" also matches nulls.
    return this.schema.nullable ? all(condition, this.notNull()) : condition
  }

  #within(values: readonly Value[], step64: number, step32: number): PropertyCondition<Entity> {
    const { schema } = this
    const is32 = schema.kind === 'int32' || schema.kind === 'uint32'
    const convert = is32 ? toInt32s : toInt64s
    const list = convert(schema, values)
    return this.step(is32 ? step32 : step64, (writer) => writer.list(list), {
      parameter: (writer, alias, given) =>
        writer
          .byte(is32 ? ParameterKind.int32s : ParameterKind.int64s)
          .text(alias)
          .list(convert(schema, given[0])),
    })
  }
}

/** The library's index lookup finds no negative 8- and 16-bit integers (5.3.2). */
function isMissedByIndex({ kind, index }: PropertySchema, value: bigint): boolean {
  return index !== undefined && value < 0n && (kind === 'int8' || kind === 'int16')
}

function listOf<Value>(schema: PropertySchema, values: readonly Value[]): Value[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only that it is a list is asked here
  return toList(schema, values, (_, value) => value as Value)
}

function toInt64s(schema: PropertySchema, values: unknown): BigInt64Array {
  return BigInt64Array.from(toList(schema, values, toInt64))
}

function toInt32s(schema: PropertySchema, values: unknown): Int32Array {
  const list = toList(schema, values, toInt64)
  return Int32Array.from(list, (value) => Number(BigInt.asIntN(32, value)))
}
