import type { PropertySchema, ResolvedProperty } from '../entity/schema.ts'
import { NumberOperation, type QueryHandle } from '../native/addon.ts'
import type { StoreCore } from '../store/store-core.ts'

/** Widths of `queryPropertyValues`. */
const widths: Partial<Record<PropertySchema['kind'], number>> = {
  string: 0,
  bool: 1,
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  id: 8,
  int64: 8,
  uint64: 8,
  date: 8,
  dateNano: 8,
  toOne: 8,
  float: 14,
  double: 18,
}

export interface DistinctOptions {
  /** Of text only; default true. */
  readonly caseSensitive?: boolean
}

/**
 * One property of the objects that a query finds: its values, or a number computed from them, by
 * the library without reading whole objects. Nulls are left out. Offset and limit do not apply.
 */
export class PropertyQuery<Value> {
  readonly #core: StoreCore
  readonly #query: () => QueryHandle
  readonly #property: ResolvedProperty

  constructor(core: StoreCore, query: () => QueryHandle, property: ResolvedProperty) {
    this.#core = core
    this.#query = query
    this.#property = property
  }

  /** All values, in no particular order. */
  values(): Value[] {
    return this.#values(false, true)
  }

  /** Each value once. */
  distinct(options: DistinctOptions = {}): Value[] {
    return this.#values(true, options.caseSensitive ?? true)
  }

  /** How many objects have a value. */
  count(): number {
    return Number(this.#number(NumberOperation.count, false))
  }

  /** How many different values there are. */
  countDistinct(): number {
    return Number(this.#number(NumberOperation.count, true))
  }

  /** The smallest value; null when there is none. Numbers and dates only. */
  min(): Value | null {
    return this.#extreme(NumberOperation.minimum, NumberOperation.intMinimum)
  }

  /** The largest value; null when there is none. Numbers and dates only. */
  max(): Value | null {
    return this.#extreme(NumberOperation.maximum, NumberOperation.intMaximum)
  }

  /**
   * The sum; 0 when there is no value. Numbers only. A whole number beyond 2^53 - 1 is a
   * `RangeError` unless the property is defined as bigint.
   */
  sum(): number | bigint {
    const { kind } = this.#property.schema
    if (isReal(kind)) return this.#number(NumberOperation.sum, false) ?? 0
    const sum = this.#number(NumberOperation.intSum, false) ?? 0n
    return this.#property.schema.form === 'bigint' ? BigInt(sum) : exact(this.#property, sum)
  }

  /** The mean as a double; null when there is no value. Dates in milliseconds or nanoseconds. */
  average(): number | null {
    const average = this.#number(NumberOperation.average, false)
    return average === undefined ? null : Number(average)
  }

  #extreme(real: number, whole: number): Value | null {
    const { kind } = this.#property.schema
    const found = this.#number(isReal(kind) ? real : whole, false)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- converted by the property's kind
    return found === undefined ? null : (convert(this.#property, found) as Value)
  }

  #number(operation: number, distinct: boolean): number | bigint | undefined {
    return this.#core.native.queryPropertyNumber(
      this.#query(),
      this.#property.id,
      operation,
      distinct,
    )
  }

  #values(distinct: boolean, caseSensitive: boolean): Value[] {
    const { kind, name } = this.#property.schema
    const width = widths[kind]
    if (width === undefined) {
      throw new TypeError(
        `${name} is a ${kind}: only text, numbers, booleans and dates can be listed`,
      )
    }
    const found = this.#core.native.queryPropertyValues(
      this.#query(),
      this.#property.id,
      width,
      distinct,
      caseSensitive,
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- converted by the property's kind
    return found.map((value) => convert(this.#property, value)) as Value[]
  }
}

function isReal(kind: PropertySchema['kind']): boolean {
  return kind === 'float' || kind === 'double'
}

/** From the signed number that the library gives to what objects carry. */
function convert(property: ResolvedProperty, value: string | number | bigint): unknown {
  const { kind, form } = property.schema
  switch (kind) {
    case 'bool':
      return Number(value) !== 0
    case 'uint8':
      return Number(value) & 0xff
    case 'uint16':
      return Number(value) & 0xff_ff
    case 'uint32':
      return Number(value) >>> 0
    case 'date':
      return form === 'number' ? exact(property, value) : new Date(exact(property, value))
    case 'dateNano':
      return BigInt(value)
    case 'int64':
    case 'uint64': {
      const wide = kind === 'uint64' ? BigInt.asUintN(64, BigInt(value)) : BigInt(value)
      return form === 'bigint' ? wide : exact(property, wide)
    }
    default:
      return typeof value === 'bigint' ? exact(property, value) : value
  }
}

function exact(property: ResolvedProperty, value: string | number | bigint): number {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  throw new RangeError(
    `${value} of ${property.name} is beyond 2^53 - 1, which a number cannot hold exactly; ` +
      "define the property with { as: 'bigint' }",
  )
}
