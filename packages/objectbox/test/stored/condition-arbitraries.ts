/* oxlint-disable typescript/no-unsafe-type-assertion -- one table for properties of many types */
import * as fc from 'fast-check'
import type { Condition } from '../../src/index.ts'
import {
  comparison,
  comparisons,
  realComparisons,
  show,
  type Checked,
  type Comparison,
  type Fields,
} from './checked-condition.ts'
import { flexLeaf } from './flex-conditions.ts'
import { textLeaf } from './text-conditions.ts'
import { values, type Thing } from './things.ts'

type WholeKey =
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'bigInt64'
  | 'int32OrNull'
  | 'date'
  | 'dateNano'

type Whole = number | bigint | Date

/** -1, 0 or 1; whole numbers of either type and dates by their milliseconds. */
function compareWhole(a: Whole, b: Whole): number {
  const left = a instanceof Date ? a.getTime() : a
  const right = b instanceof Date ? b.getTime() : b
  return left < right ? -1 : left > right ? 1 : 0
}

/** The conditions that all whole numbers and dates have, whatever the type of their values. */
interface WholeConditions {
  between(low: Whole, high: Whole): Condition<typeof Thing>
  oneOf(list: readonly Whole[]): Condition<typeof Thing>
  notOneOf(list: readonly Whole[]): Condition<typeof Thing>
}

function wholeLeaf(fields: Fields, key: WholeKey): fc.Arbitrary<Checked> {
  const field = fields[key] as unknown as WholeConditions &
    Record<Comparison, (value: Whole) => Condition<typeof Thing>>
  const value: fc.Arbitrary<Whole> = values[key === 'int32OrNull' ? 'int32' : key]
  const checked = (
    words: string,
    condition: Condition<typeof Thing>,
    holds: (stored: Whole) => boolean,
  ): Checked => ({
    condition,
    words: `${key} ${words}`,
    matches: (thing) => thing[key] !== null && holds(thing[key]),
  })
  return fc.oneof(
    fc
      .tuple(comparison, value)
      .map(([name, given]) =>
        checked(`${name} ${show(given)}`, field[name](given), (stored) =>
          comparisons[name](compareWhole(stored, given)),
        ),
      ),
    fc.tuple(value, value).map((bounds) => {
      const [low, high] = bounds.toSorted(compareWhole) as [Whole, Whole]
      return checked(
        `between ${show(low)} ${show(high)}`,
        field.between(low, high),
        (stored) => compareWhole(stored, low) >= 0 && compareWhole(stored, high) <= 0,
      )
    }),
    fc
      .tuple(fc.array(value, { maxLength: 3 }), fc.boolean())
      .map(([list, isIn]) =>
        checked(
          `${isIn ? 'oneOf' : 'notOneOf'} ${list.map(show).join(', ')}`,
          isIn ? field.oneOf(list) : field.notOneOf(list),
          (stored) => list.some((item) => compareWhole(item, stored) === 0) === isIn,
        ),
      ),
  )
}

function realLeaf(fields: Fields, key: 'float' | 'double' | 'doubleOrNull'): fc.Arbitrary<Checked> {
  // The library rounds the value to what the property can hold before it compares.
  const value = key === 'float' ? values.float.map(Math.fround) : values.double
  const checked = (
    words: string,
    condition: Condition<typeof Thing>,
    holds: (stored: number) => boolean,
  ): Checked => ({
    condition,
    words: `${key} ${words}`,
    matches: (thing) => thing[key] !== null && holds(thing[key]),
  })
  return fc.oneof(
    fc.tuple(fc.constantFrom(...realComparisons), value).map(([name, given]) =>
      checked(`${name} ${given}`, fields[key][name](given), (stored) =>
        // A NaN is neither greater nor less.
        comparisons[name](
          stored - given === 0 || stored === given
            ? 0
            : stored < given
              ? -1
              : stored > given
                ? 1
                : Number.NaN,
        ),
      ),
    ),
    fc.tuple(value, value).map((bounds) => {
      const [low, high] = bounds.toSorted((a, b) => compareWhole(a, b)) as [number, number]
      return checked(
        `between ${low} ${high}`,
        fields[key].between(low, high),
        (stored) => stored >= low && stored <= high,
      )
    }),
  )
}

function otherLeaf(fields: Fields): fc.Arbitrary<Checked> {
  return fc.oneof(
    fc.boolean().map((given): Checked => ({
      condition: fields.bool.equals(given),
      words: `bool equals ${given}`,
      matches: ({ bool }) => bool === given,
    })),
    fc
      .constantFrom(
        'int32OrNull' as const,
        'doubleOrNull' as const,
        'textByHash64' as const,
        'words' as const,
      )
      .map((key): Checked => ({
        condition: fields[key].isNull(),
        words: `${key} is null`,
        matches: (thing) => thing[key] === null,
      })),
    fc
      .constantFrom(
        'int32OrNull' as const,
        'doubleOrNull' as const,
        'textByHash64' as const,
        'words' as const,
      )
      .map((key): Checked => ({
        condition: fields[key].notNull(),
        words: `${key} is not null`,
        matches: (thing) => thing[key] !== null,
      })),
    fc
      .tuple(fc.constantFrom('equals' as const, ...realComparisons), values.bytes)
      .map(([name, given]): Checked => ({
        condition: fields.bytes[name](given),
        words: `bytes ${name} ${show(given)}`,
        matches: ({ bytes }) => comparisons[name](Buffer.compare(bytes, given)),
      })),
    values.text.map((given): Checked => ({
      condition: fields.words.containsElement(given),
      words: `words containsElement ${show(given)}`,
      matches: ({ words }) => words?.includes(given) ?? false,
    })),
    fc.integer({ min: 0, max: 21 }).map((given): Checked => ({
      condition: fields.owner.equals(given),
      words: `owner equals ${given}`,
      matches: ({ ownerId }) => (ownerId ?? 0) === given,
    })),
  )
}

export function leafArbitrary(fields: Fields): fc.Arbitrary<Checked> {
  const whole: WholeKey[] = [
    'int8',
    'int16',
    'int32',
    'int64',
    'uint8',
    'uint16',
    'uint32',
    'uint64',
    'bigInt64',
    'int32OrNull',
    'date',
    'dateNano',
  ]
  const texts = ['text', 'textByHash', 'textByHash64', 'textByValue'] as const
  return fc.oneof(
    ...whole.map((key) => wholeLeaf(fields, key)),
    ...texts.map((key) => textLeaf(fields, key)),
    realLeaf(fields, 'float'),
    realLeaf(fields, 'double'),
    realLeaf(fields, 'doubleOrNull'),
    flexLeaf(fields),
    otherLeaf(fields),
  )
}
