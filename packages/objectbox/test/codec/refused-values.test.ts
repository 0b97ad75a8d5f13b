import { expect, test } from 'vitest'
import { WriteBuffer, type Codec } from '../../src/codec/index.ts'
import * as obx from '../../src/entity/index.ts'
import { bothCodecs } from './both-codecs.ts'

/** The message with which one property refuses a value. */
function refusal(codec: Codec, value: unknown): string {
  const buffer = new WriteBuffer()
  let message = 'no error'
  try {
    codec.encode({ value }, buffer)
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    message = `${error.name}: ${error.message}`
  }
  if (buffer.count > 0 && message !== 'no error') return 'an object was kept'
  return message
}

const refused: [obx.AnyProperty, unknown, string][] = [
  [obx.int8(), 300, 'RangeError: X.value: 300 is out of range for int8 (-128 to 127)'],
  [obx.int8(), '5', 'TypeError: X.value: "5" is not a number (int8)'],
  [obx.int16(), Number.NaN, 'TypeError: X.value: NaN is not an integer (int16)'],
  [obx.int16(), 1.5, 'TypeError: X.value: 1.5 is not an integer (int16)'],
  [obx.int16(), 1n, 'TypeError: X.value: 1n is not a number (int16)'],
  [
    obx.int32(),
    2 ** 31,
    'RangeError: X.value: 2147483648 is out of range for int32 (-2147483648 to 2147483647)',
  ],
  [obx.int32(), Infinity, 'TypeError: X.value: Infinity is not an integer (int32)'],
  [obx.uint8(), -1, 'RangeError: X.value: -1 is out of range for uint8 (0 to 255)'],
  [obx.uint16(), 65_536, 'RangeError: X.value: 65536 is out of range for uint16 (0 to 65535)'],
  [obx.uint32(), -1, 'RangeError: X.value: -1 is out of range for uint32 (0 to 4294967295)'],
  [obx.uint32(), Symbol('s'), 'TypeError: X.value: Symbol(s) is not a number (uint32)'],
  [
    obx.int64(),
    2 ** 53,
    "RangeError: X.value: 9007199254740992 is beyond 2^53 - 1, where numbers are no longer exact; define it with int64({ as: 'bigint' })",
  ],
  [obx.int64(), 5n, 'TypeError: X.value: 5n is not a number (int64)'],
  [obx.uint64(), -1, 'RangeError: X.value: -1 is negative, uint64 starts at 0'],
  [obx.int64({ as: 'bigint' }), 5, 'TypeError: X.value: 5 is not a bigint (int64)'],
  [
    obx.int64({ as: 'bigint' }),
    2n ** 63n,
    'RangeError: X.value: 9223372036854775808n is out of range for int64 (-9223372036854775808 to 9223372036854775807)',
  ],
  [
    obx.uint64({ as: 'bigint' }),
    -1n,
    'RangeError: X.value: -1n is out of range for uint64 (0 to 18446744073709551615)',
  ],
  [
    obx.float(),
    1e39,
    'RangeError: X.value: 1e+39 is out of range for float (up to 3.4e38); use double()',
  ],
  [obx.float(), '1', 'TypeError: X.value: "1" is not a number'],
  [obx.double(), true, 'TypeError: X.value: true is not a number'],
  [obx.bool(), 1, 'TypeError: X.value: 1 is not a boolean'],
  [obx.string(), 5, 'TypeError: X.value: 5 is not a string'],
  [obx.string(), { toString: () => 'text' }, 'TypeError: X.value: the Object is not a string'],
  [obx.string(), null, 'TypeError: X.value is null, but not nullable()'],
  [obx.string(), undefined, 'TypeError: X.value is missing'],
  [obx.date(), 5, 'TypeError: X.value: 5 is not a Date'],
  [obx.date(), new Date(Number.NaN), 'RangeError: X.value: the Date is an invalid Date'],
  [obx.date({ as: 'number' }), new Date(), 'TypeError: X.value: the Date is not a number (date)'],
  [obx.dateNano(), 5, 'TypeError: X.value: 5 is not a bigint (dateNano)'],
  [obx.flex(), new Date(), 'TypeError: X.value: flex values are JSON values; got the Date'],
  [obx.flex(), undefined, 'TypeError: X.value is missing'],
  [obx.bytes(), [1, 2], 'TypeError: X.value: the array of 2 is not a Uint8Array'],
  [
    obx.int8Vector(),
    [1, 128],
    'RangeError: X.value: the array of 2 has at [1] 128, which is out of range for int8 (-128 to 127)',
  ],
  [
    obx.int8Vector(),
    new Uint8Array(1),
    'TypeError: X.value: the Uint8Array is not a Int8Array or a plain array',
  ],
  [
    obx.int64Vector(),
    [1],
    'TypeError: X.value: the array of 1 has at [0] 1, which is not a bigint (int64)',
  ],
  [obx.floatVector(), 'abc', 'TypeError: X.value: "abc" is not a Float32Array or a plain array'],
  [
    obx.floatVector(),
    Array(3),
    'TypeError: X.value: the array of 3 has at [0] undefined, which is not a value',
  ],
  [
    obx.floatVector().hnsw({ dimensions: 2 }),
    [1],
    'RangeError: X.value: the array of 1 has 1 elements, its HNSW index needs 2',
  ],
  [
    obx.floatVector().hnsw({ dimensions: 2 }),
    new Float32Array([1, Number.NaN]),
    'RangeError: X.value: the Float32Array has NaN at [1], which an HNSW index cannot hold',
  ],
  [
    obx.stringVector(),
    ['a', 5],
    'TypeError: X.value: the array of 2 has at [1] 5, which is not a string',
  ],
  [obx.stringVector(), 'ab', 'TypeError: X.value: "ab" is not an array of strings'],
  [
    obx.boolVector(),
    [0],
    'TypeError: X.value: the array of 1 has at [0] 0, which is not a boolean',
  ],
  [
    obx.dateVector(),
    [new Date(Number.NaN)],
    'RangeError: X.value: the array of 1 has at [0] the Date, which is an invalid Date',
  ],
]

test.each(refused)('%o refuses %o: %s', (property, value, message) => {
  const { schema } = obx.entity('X', { id: obx.id(), value: property })
  for (const [, codec] of bothCodecs(schema)) expect(refusal(codec, value)).toBe(message)
  const { schema: orNull } = obx.entity('X', { id: obx.id(), value: nullable(property) })
  for (const [, codec] of bothCodecs(orNull)) {
    const isNothing = value === null || value === undefined
    expect(refusal(codec, value)).toBe(isNothing ? 'no error' : message)
  }
})

function nullable(property: obx.AnyProperty): obx.AnyProperty {
  return property.nullable()
}
