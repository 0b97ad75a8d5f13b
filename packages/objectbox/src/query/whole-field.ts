import type { AnyEntity } from '../entity/entity.ts'
import type { PropertySchema } from '../entity/schema.ts'
import type { ProgramWriter } from '../native/program-writer.ts'
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

  oneOf(values: readonly Value[]): Condition<Entity> {
    return this.#within(values, true)
  }

  notOneOf(values: readonly Value[]): Condition<Entity> {
    return this.#within(values, false)
  }

  #compare(operation: number, given: Value): PropertyCondition<Entity> {
    const { schema } = this
    const value = toInt64(schema, given)
    return this.step(Step.int, (writer) => writer.byte(operation).int64(value), {
      parameter: (writer, alias, values) =>
        writer.byte(ParameterKind.int).text(alias).int64(toInt64(schema, values[0])),
      isEquality: operation === IntOperation.equals,
    })
  }

  #within(given: readonly Value[], isIn: boolean): Condition<Entity> {
    const { schema } = this
    if (isWide(schema)) {
      return this.step(
        isIn ? Step.inInt64s : Step.notInInt64s,
        (writer) => writer.list(toInt64s(schema, given)),
        { parameter: (writer, alias, values) => writeInt64s(writer, alias, schema, values[0]) },
      )
    }
    if (schema.kind === 'int32' || schema.kind === 'uint32') {
      return this.step(
        isIn ? Step.inInt32s : Step.notInInt32s,
        (writer) => writer.list(toInt32s(schema, given)),
        { parameter: (writer, alias, values) => writeInt32s(writer, alias, schema, values[0]) },
      )
    }
    return this.#expand(given, isIn)
  }

  /** The library has no "in" for smaller integers. */
  #expand(values: readonly Value[], isIn: boolean): Condition<Entity> {
    if (values.length === 0) return isIn ? all(this.isNull(), this.notNull()) : this.notNull()
    return isIn
      ? any(...values.map((value) => this.equals(value)))
      : all(...values.map((value) => this.notEquals(value)))
  }
}

function isWide({ kind }: PropertySchema): boolean {
  return ['id', 'int64', 'uint64', 'date', 'dateNano', 'toOne'].includes(kind)
}

function toInt64s(schema: PropertySchema, values: unknown): BigInt64Array {
  return BigInt64Array.from(toList(schema, values, toInt64))
}

function toInt32s(schema: PropertySchema, values: unknown): Int32Array {
  const [low, high] =
    schema.kind === 'uint32' ? [0n, 2n ** 32n - 1n] : [-(2n ** 31n), 2n ** 31n - 1n]
  // A value that the property cannot hold matches nothing; cut to 32 bits it would.
  const possible = toList(schema, values, toInt64).filter((value) => value >= low && value <= high)
  return Int32Array.from(possible, (value) => Number(BigInt.asIntN(32, value)))
}

function writeInt64s(
  writer: ProgramWriter,
  alias: string,
  schema: PropertySchema,
  values: unknown,
): void {
  writer.byte(ParameterKind.int64s).text(alias).list(toInt64s(schema, values))
}

function writeInt32s(
  writer: ProgramWriter,
  alias: string,
  schema: PropertySchema,
  values: unknown,
): void {
  writer.byte(ParameterKind.int32s).text(alias).list(toInt32s(schema, values))
}
