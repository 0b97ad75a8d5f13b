import * as fc from 'fast-check'
import * as obx from '../../src/index.ts'

export const Owner = obx.entity('Owner', { id: obx.id(), name: obx.string(), rank: obx.int32() })

/** An entity with every kind of property that conditions exist for, some of them indexed. */
export const Thing = obx.entity('Thing', {
  id: obx.id(),
  bool: obx.bool(),
  int8: obx.int8().index(),
  int16: obx.int16().index(),
  int32: obx.int32(),
  int64: obx.int64().index(),
  uint8: obx.uint8().index(),
  uint16: obx.uint16(),
  uint32: obx.uint32(),
  uint64: obx.uint64({ as: 'bigint' }).index(),
  bigInt64: obx.int64({ as: 'bigint' }),
  int32OrNull: obx.int32().nullable().index(),
  float: obx.float(),
  double: obx.double(),
  doubleOrNull: obx.double().nullable(),
  text: obx.string(),
  textByHash: obx.string().index(),
  textByHash64: obx.string().index('hash64').nullable(),
  textByValue: obx.string().index('value'),
  date: obx.date().index(),
  dateNano: obx.dateNano(),
  bytes: obx.bytes(),
  words: obx.stringVector().nullable(),
  flex: obx.flex<Readonly<Record<string, number | string>>>(),
  owner: obx.toOne(() => Owner),
  friends: obx.toMany(() => Owner),
})
export type ThingInput = obx.PutInput<typeof Thing>

/** Few different values, so that random conditions find something, and the extremes. */
export const values = {
  int8: fc.constantFrom(-128, -1, 0, 1, 5, 127),
  int16: fc.constantFrom(-32_768, -1, 0, 1, 5, 32_767),
  int32: fc.constantFrom(-(2 ** 31), -1, 0, 1, 5, 2 ** 31 - 1),
  int64: fc.constantFrom(Number.MIN_SAFE_INTEGER, -1, 0, 1, 2 ** 40, Number.MAX_SAFE_INTEGER),
  uint8: fc.constantFrom(0, 1, 127, 128, 255),
  uint16: fc.constantFrom(0, 1, 32_767, 32_768, 65_535),
  uint32: fc.constantFrom(0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1),
  uint64: fc.constantFrom(0n, 1n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n),
  bigInt64: fc.constantFrom(-(2n ** 63n), -1n, 0n, 1n, 2n ** 63n - 1n),
  float: fc.constantFrom(-1.5, -0, 0, 0.5, 3, 1e30, Infinity, -Infinity),
  double: fc.constantFrom(-1.5, -0, 0, 0.1, 3, 1e300, Infinity, -Infinity),
  text: fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'B', 'ä', 'Ä', '😀', ' '), maxLength: 3 }),
  date: fc.constantFrom(-1, 0, 1, 1e12).map((ms) => new Date(ms)),
  dateNano: fc.constantFrom(-1n, 0n, 1n, 10n ** 18n),
  bytes: fc.uint8Array({ maxLength: 2, max: 3 }),
} as const

export const ownerArbitrary = fc.record({
  name: values.text,
  rank: fc.integer({ min: 0, max: 5 }),
})

export const flexKey = fc.constantFrom('a', 'b')
export const flexValue = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0.5, 1.5, 1e300, -1e300, Number.MAX_SAFE_INTEGER),
  values.text,
)

const flexArbitrary = fc.dictionary(flexKey, flexValue, { maxKeys: 2 })

const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { freq: 3 })

export function thingArbitrary(ownerCount: number): fc.Arbitrary<ThingInput> {
  return fc.record({
    ...values,
    bool: fc.boolean(),
    int32OrNull: orNull(values.int32),
    double: fc.oneof(values.double, fc.constant(Number.NaN)),
    doubleOrNull: orNull(values.double),
    textByHash: values.text,
    textByHash64: orNull(values.text),
    textByValue: values.text,
    words: orNull(fc.array(values.text, { maxLength: 3 })),
    flex: flexArbitrary,
    ownerId: orNull(fc.integer({ min: 1, max: ownerCount })),
  })
}
