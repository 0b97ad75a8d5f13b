import * as fc from 'fast-check'
import * as obx from '../../src/entity/index.ts'

const nullableAndNot = {
  bool: obx.bool(),
  int8: obx.int8(),
  int16: obx.int16(),
  int32: obx.int32(),
  uint8: obx.uint8(),
  uint16: obx.uint16(),
  uint32: obx.uint32(),
  int64: obx.int64(),
  uint64: obx.uint64(),
  bigInt64: obx.int64({ as: 'bigint' }),
  bigUint64: obx.uint64({ as: 'bigint' }),
  float: obx.float(),
  double: obx.double(),
  string: obx.string(),
  date: obx.date(),
  dateNumber: obx.date({ as: 'number' }),
  dateNano: obx.dateNano(),
  flex: obx.flex(),
  bytes: obx.bytes(),
  boolVector: obx.boolVector(),
  int8Vector: obx.int8Vector(),
  int16Vector: obx.int16Vector(),
  int32Vector: obx.int32Vector(),
  int64Vector: obx.int64Vector(),
  uint16Vector: obx.uint16Vector(),
  uint32Vector: obx.uint32Vector(),
  uint64Vector: obx.uint64Vector(),
  floatVector: obx.floatVector(),
  doubleVector: obx.doubleVector(),
  stringVector: obx.stringVector(),
  dateVector: obx.dateVector(),
  dateNanoVector: obx.dateNanoVector(),
} as const
type Key = keyof typeof nullableAndNot

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets the type of the keys
const keys = Object.keys(nullableAndNot) as Key[]

function nullable(key: Key): obx.AnyProperty {
  const property: obx.AnyProperty = nullableAndNot[key]
  return property.nullable()
}

/** Each kind of property twice: as it is, and nullable. */
export const everything = obx.entity('Everything', {
  ...nullableAndNot,
  ...Object.fromEntries(keys.map((key) => [`${key}OrNull`, nullable(key)])),
  id: obx.id(),
  other: obx.toOne('self'),
})

interface Case {
  readonly input: unknown
  readonly output: unknown
}

const same = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Case> =>
  arbitrary.map((value) => ({ input: value, output: value }))

const safeInteger = fc.oneof(
  fc.maxSafeInteger(),
  fc.constantFrom(0, -1, 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 32, -(2 ** 32)),
)
const integer = (min: number, max: number) =>
  fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max, 0))
const int64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n, 0n),
)
const uint64 = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  fc.constantFrom(2n ** 64n - 1n),
)
const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: 'grapheme-composite', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('\0', 'ä', '€', '😀', 'x'), maxLength: 80 }),
  fc.constantFrom('', 'x'.repeat(5000), '€'.repeat(300)),
)
const instant = fc.date({ noInvalidDate: true })
/** With what UTF-8 cannot hold: a lone surrogate is stored as U+FFFD. */
const anyText: fc.Arbitrary<Case> = fc.oneof(
  same(text),
  fc
    .string({ unit: fc.constantFrom('\uD800', '\uDC00', 'a', 'é'), maxLength: 60 })
    .map((input) => ({ input, output: input.toWellFormed() })),
)
const json = fc.jsonValue().filter((value) => !hasLoneSurrogate(value))

function hasLoneSurrogate(value: unknown): boolean {
  return /\\ud[89a-f]/i.test(JSON.stringify(value))
}

interface Convertible<Element> {
  from(list: readonly Element[]): unknown
}

/** A vector given as typed array or as plain array is read as typed array. */
function vector<Element>(
  array: Convertible<Element>,
  element: fc.Arbitrary<Element>,
): fc.Arbitrary<Case> {
  const lists = fc.oneof(
    fc.array(element, { maxLength: 9 }),
    fc.integer({ min: 1, max: 700 }).chain((n) => element.map((e) => Array<Element>(n).fill(e))),
  )
  return fc.tuple(lists, fc.boolean()).map(([list, plain]) => ({
    input: plain ? list : array.from(list),
    output: array.from(list),
  }))
}

const list = <Value>(arbitrary: fc.Arbitrary<Value>) => same(fc.array(arbitrary, { maxLength: 9 }))

const values: Record<Key, fc.Arbitrary<Case>> = {
  bool: same(fc.boolean()),
  int8: same(integer(-128, 127)),
  int16: same(integer(-32_768, 32_767)),
  int32: same(integer(-(2 ** 31), 2 ** 31 - 1)),
  uint8: same(integer(0, 255)),
  uint16: same(integer(0, 65_535)),
  uint32: same(integer(0, 2 ** 32 - 1)),
  int64: same(safeInteger),
  uint64: same(fc.oneof(fc.maxSafeNat(), fc.constantFrom(Number.MAX_SAFE_INTEGER))),
  bigInt64: same(int64),
  bigUint64: same(uint64),
  float: same(fc.float()),
  double: same(fc.double()),
  string: anyText,
  date: same(instant),
  dateNumber: same(safeInteger),
  dateNano: same(int64),
  flex: same(json),
  bytes: same(fc.uint8Array()),
  boolVector: list(fc.boolean()),
  int8Vector: vector(Int8Array, integer(-128, 127)),
  int16Vector: vector(Int16Array, integer(-32_768, 32_767)),
  int32Vector: vector(Int32Array, integer(-(2 ** 31), 2 ** 31 - 1)),
  int64Vector: vector(BigInt64Array, int64),
  uint16Vector: vector(Uint16Array, integer(0, 65_535)),
  uint32Vector: vector(Uint32Array, integer(0, 2 ** 32 - 1)),
  uint64Vector: vector(BigUint64Array, uint64),
  floatVector: vector(Float32Array, fc.float()),
  doubleVector: vector(Float64Array, fc.double()),
  stringVector: list(text),
  dateVector: list(instant),
  dateNanoVector: vector(BigInt64Array, int64),
}

const nothing: fc.Arbitrary<Case> = fc.constantFrom(
  { input: null, output: null },
  { input: undefined, output: null },
)
const id: fc.Arbitrary<Case> = fc.oneof(
  same(fc.maxSafeNat()),
  fc.constant({ input: undefined, output: 0 }),
)
const toOne: fc.Arbitrary<Case> = fc.oneof(
  nothing,
  same(fc.integer({ min: 1 })),
  fc.constant({ input: 0, output: null }),
)

/** An object to put, and the object that is then read. */
export interface ObjectCase {
  readonly input: { readonly id?: number }
  readonly output: Readonly<Record<string, unknown>>
}

export const everythingArbitrary: fc.Arbitrary<ObjectCase> = objectCases({
  ...values,
  ...Object.fromEntries(keys.map((key) => [`${key}OrNull`, fc.oneof(nothing, values[key])])),
  id,
  otherId: toOne,
})

/** Names that are words of the language, or no identifiers, among others. */
const name = fc.oneof(
  fc
    .tuple(fc.constantFrom('a', 'Z', '_'), fc.string({ unit: 'binary', maxLength: 8 }))
    .map(([first, rest]) => first + rest.replaceAll(/[^A-Za-z0-9_\u0080-\uFFFF]/g, '_')),
  fc.constantFrom('class', 'constructor', 'toString', 'a\u2028b', 'é'.padStart(3, '_'), 'a😀'),
)

const anyProperty = fc.tuple(fc.constantFrom(...keys), fc.boolean()).map(([key, orNull]) => ({
  definition: orNull ? nullable(key) : nullableAndNot[key],
  value: orNull ? fc.oneof(nothing, values[key]) : values[key],
}))

/** An entity of some properties in some order, and some objects of it. */
export const anyEntityArbitrary: fc.Arbitrary<{
  schema: obx.EntitySchema
  objects: ObjectCase[]
}> = fc
  .uniqueArray(fc.tuple(name, anyProperty), {
    maxLength: 9,
    selector: ([key]) => key.toLowerCase(),
  })
  .filter((entries) => entries.every(([key]) => !/^(id|otherid|__proto__)$/i.test(key)))
  .chain((entries) => {
    const shape = Object.fromEntries(entries.map(([key, { definition }]) => [key, definition]))
    const arbitraries = Object.fromEntries(entries.map(([key, { value }]) => [key, value]))
    const definition = obx.entity('Any', { ...shape, id: obx.id(), other: obx.toOne('self') })
    return fc.record({
      schema: fc.constant(definition.schema),
      objects: fc.array(objectCases({ ...arbitraries, id, otherId: toOne }), { maxLength: 3 }),
    })
  })

function objectCases(arbitraries: Record<string, fc.Arbitrary<Case>>): fc.Arbitrary<ObjectCase> {
  return fc.record(arbitraries).map((cases) => ({
    input: mapValues(cases, ({ input }) => input),
    output: mapValues(cases, ({ output }) => output),
  }))
}

function mapValues(cases: Record<string, Case>, pick: (value: Case) => unknown) {
  return Object.fromEntries(Object.entries(cases).map(([key, value]) => [key, pick(value)]))
}
