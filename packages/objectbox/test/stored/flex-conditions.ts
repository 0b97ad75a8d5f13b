import * as fc from 'fast-check'
import { comparisons, show, type Checked, type Fields } from './checked-condition.ts'
import { flexKey, flexValue } from './things.ts'

const operations = {
  keyEquals: comparisons.equals,
  keyGreaterThan: comparisons.greaterThan,
  keyGreaterOrEqual: comparisons.greaterOrEqual,
  keyLessThan: comparisons.lessThan,
  keyLessOrEqual: comparisons.lessOrEqual,
} as const
const names = [
  'keyEquals',
  'keyGreaterThan',
  'keyGreaterOrEqual',
  'keyLessThan',
  'keyLessOrEqual',
] as const

function compare(stored: number | string, given: number | string): number {
  if (typeof stored === 'string')
    return Buffer.compare(Buffer.from(stored), Buffer.from(String(given)))
  return stored - Number(given)
}

/** Conditions on the value under a key of a flex property. */
export function flexLeaf(fields: Fields): fc.Arbitrary<Checked> {
  return fc
    .tuple(fc.constantFrom(...names), flexKey, flexValue)
    .map(([name, key, given]): Checked => ({
      condition: fields.flex[name](key, given),
      words: `flex.${key} ${name} ${show(given)}`,
      matches: ({ flex }) => {
        const stored = flex[key]
        return typeof stored === typeof given && operations[name](compare(stored!, given))
      },
    }))
}
