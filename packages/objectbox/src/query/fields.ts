import type { AnyEntity } from '../entity/entity.ts'
import type { PropertySchema } from '../entity/schema.ts'
import type { ProgramWriter } from '../native/program-writer.ts'
import { all, any, PropertyCondition, type Condition, type ParameterWriter } from './condition.ts'
import {
  BytesOperation,
  DoubleOperation,
  IntOperation,
  ParameterKind,
  Step,
  TextOperation,
} from './query-program.ts'
import { toBytes, toCount, toDouble, toInt64, toList, toText, toVector } from './values.ts'

/** What every property can be asked. */
export class Field<Entity extends AnyEntity> {
  readonly schema: PropertySchema

  constructor(schema: PropertySchema) {
    this.schema = schema
  }

  isNull(): Condition<Entity> {
    return this.step(Step.isNull)
  }

  notNull(): Condition<Entity> {
    return this.step(Step.notNull)
  }

  protected step(
    step: number,
    payload?: (writer: ProgramWriter) => void,
    options?: { readonly parameter?: ParameterWriter; readonly isEquality?: boolean },
  ): PropertyCondition<Entity> {
    return new PropertyCondition(
      this.schema.name,
      (writer, property) => {
        writer.byte(step).word(property.id)
        payload?.(writer)
      },
      options,
    )
  }
}

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
    return this.step(
      Step.betweenInts,
      (writer) => writer.int64(values[0]).int64(values[1]),
      {
        parameter: (writer, alias, given) =>
          writer
            .byte(ParameterKind.ints)
            .text(alias)
            .int64(toInt64(schema, given[0]))
            .int64(toInt64(schema, given[1])),
      },
    )
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

/** Conditions on float and double. There is no equality: use `between`. */
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
    return this.step(
      Step.betweenDoubles,
      (writer) => writer.double(values[0]).double(values[1]),
      {
        parameter: (writer, alias, given) =>
          writer
            .byte(ParameterKind.doubles)
            .text(alias)
            .double(toDouble(schema, given[0]))
            .double(toDouble(schema, given[1])),
      },
    )
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

export interface TextOptions {
  /** Default true. Without it, upper and lower case of ASCII letters only are the same. */
  readonly caseSensitive?: boolean
}

/** Conditions on text. A null value matches none of them. */
export class TextField<Entity extends AnyEntity> extends Field<Entity> {
  equals(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.equals, value, options)
  }

  notEquals(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.notEquals, value, options)
  }

  contains(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.contains, value, options)
  }

  startsWith(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.startsWith, value, options)
  }

  endsWith(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.endsWith, value, options)
  }

  /** Text is ordered by the bytes of its UTF-8, which is the order of its code points. */
  greaterThan(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.greaterThan, value, options)
  }

  greaterOrEqual(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.greaterOrEqual, value, options)
  }

  lessThan(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.lessThan, value, options)
  }

  lessOrEqual(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.lessOrEqual, value, options)
  }

  oneOf(values: readonly string[], options?: TextOptions): PropertyCondition<Entity> {
    const { schema } = this
    const texts = toList(schema, values, toText)
    return this.step(
      Step.inTexts,
      (writer) => writeTexts(writer.byte(caseFlag(options)), texts),
      {
        parameter: (writer, alias, given) => {
          writer.byte(ParameterKind.texts).text(alias)
          writeTexts(writer, toList(schema, given[0], toText))
        },
      },
    )
  }

  protected compare(
    operation: number,
    given: string,
    options?: TextOptions,
  ): PropertyCondition<Entity> {
    const { schema } = this
    const value = toText(schema, given)
    return this.step(
      Step.text,
      (writer) => writer.byte(operation).byte(caseFlag(options)).text(value),
      {
        parameter: (writer, alias, values) =>
          writer.byte(ParameterKind.text).text(alias).text(toText(schema, values[0])),
      },
    )
  }
}

/** Conditions on a list of strings. */
export class TextListField<Entity extends AnyEntity> extends Field<Entity> {
  /** One of the strings is equal to the value. */
  containsElement(value: string, options?: TextOptions): PropertyCondition<Entity> {
    const { schema } = this
    const text = toText(schema, value)
    return this.step(
      Step.text,
      (writer) =>
        writer.byte(TextOperation.containsElement).byte(caseFlag(options)).text(text),
      {
        parameter: (writer, alias, values) =>
          writer.byte(ParameterKind.text).text(alias).text(toText(schema, values[0])),
      },
    )
  }
}

/** Conditions on bytes, compared from the first byte on. */
export class BytesField<Entity extends AnyEntity> extends Field<Entity> {
  equals(value: Uint8Array): PropertyCondition<Entity> {
    return this.#compare(BytesOperation.equals, value)
  }

  greaterThan(value: Uint8Array): PropertyCondition<Entity> {
    return this.#compare(BytesOperation.greaterThan, value)
  }

  greaterOrEqual(value: Uint8Array): PropertyCondition<Entity> {
    return this.#compare(BytesOperation.greaterOrEqual, value)
  }

  lessThan(value: Uint8Array): PropertyCondition<Entity> {
    return this.#compare(BytesOperation.lessThan, value)
  }

  lessOrEqual(value: Uint8Array): PropertyCondition<Entity> {
    return this.#compare(BytesOperation.lessOrEqual, value)
  }

  #compare(operation: number, given: Uint8Array): PropertyCondition<Entity> {
    const { schema } = this
    const value = toBytes(schema, given).slice()
    return this.step(Step.bytes, (writer) => writer.byte(operation).list(value), {
      parameter: (writer, alias, values) =>
        writer.byte(ParameterKind.bytes).text(alias).list(toBytes(schema, values[0])),
    })
  }
}

/** Conditions on a float vector. */
export class VectorField<Entity extends AnyEntity> extends Field<Entity> {
  /**
   * The `maximum` objects nearest to the vector, approximately (needs an HNSW index). More than
   * the query's limit raises the quality. `findWithScores` tells the distances.
   */
  nearestNeighbors(
    vector: Float32Array | readonly number[],
    maximum: number,
  ): PropertyCondition<Entity> {
    const { schema } = this
    if (schema.hnsw === undefined) {
      throw new TypeError(`${schema.name} has no HNSW index; define it with .hnsw({ dimensions })`)
    }
    const query = toVector(schema, vector).slice()
    const count = toCount(maximum, 'the maximum of neighbours')
    if (count === 0) throw new RangeError('the maximum of neighbours must be at least 1')
    return this.step(
      Step.nearestNeighbors,
      (writer) => writer.word(count).list(query),
      {
        parameter: (writer, alias, values) =>
          writer.byte(ParameterKind.vector).text(alias).list(toVector(schema, values[0])),
      },
    )
  }
}

function caseFlag(options: TextOptions | undefined): number {
  return options?.caseSensitive === false ? 0 : 1
}

function isWide({ kind }: PropertySchema): boolean {
  return ['id', 'int64', 'uint64', 'date', 'dateNano', 'toOne'].includes(kind)
}

function toInt64s(schema: PropertySchema, values: unknown): BigInt64Array {
  return BigInt64Array.from(toList(schema, values, toInt64))
}

function toInt32s(schema: PropertySchema, values: unknown): Int32Array {
  const [low, high] = schema.kind === 'uint32' ? [0n, 2n ** 32n - 1n] : [-(2n ** 31n), 2n ** 31n - 1n]
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

function writeTexts(writer: ProgramWriter, texts: readonly string[]): void {
  writer.word(texts.length)
  for (const text of texts) writer.text(text)
}
