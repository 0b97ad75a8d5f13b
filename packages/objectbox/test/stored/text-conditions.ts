/* oxlint-disable typescript/no-unsafe-type-assertion -- one table for properties of many types */
import * as fc from 'fast-check'
import {
  comparisonNames,
  comparisons,
  show,
  type Checked,
  type Comparison,
  type Fields,
} from './checked-condition.ts'
import { values } from './things.ts'

type TextKey = 'text' | 'textByHash' | 'textByHash64' | 'textByValue'

/** Upper and lower case of ASCII letters are the same, of others not. */
const foldAscii = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

const textOperations = {
  ...(Object.fromEntries(
    comparisonNames.map((name) => [
      name,
      (stored: string, given: string) =>
        comparisons[name](Buffer.compare(Buffer.from(stored), Buffer.from(given))),
    ]),
  ) as Record<Comparison, (stored: string, given: string) => boolean>),
  contains: (stored: string, given: string) => stored.includes(given),
  startsWith: (stored: string, given: string) => stored.startsWith(given),
  endsWith: (stored: string, given: string) => stored.endsWith(given),
}
const textOperation = fc.constantFrom(
  ...comparisonNames,
  'contains' as const,
  'startsWith' as const,
  'endsWith' as const,
)

export function textLeaf(fields: Fields, key: TextKey): fc.Arbitrary<Checked> {
  return fc.oneof(
    fc
      .tuple(textOperation, values.text, fc.boolean())
      .map(([name, given, caseSensitive]): Checked => {
        const fold = caseSensitive ? (text: string) => text : foldAscii
        return {
          condition: fields[key][name](given, { caseSensitive }),
          words: `${key} ${name} ${show(given)} ${caseSensitive ? '' : 'in any case'}`,
          matches: (thing) =>
            thing[key] !== null && textOperations[name](fold(thing[key]), fold(given)),
        }
      }),
    fc
      .tuple(fc.array(values.text, { maxLength: 3 }), fc.boolean())
      .map(([list, caseSensitive]): Checked => {
        const fold = caseSensitive ? (text: string) => text : foldAscii
        return {
          condition: fields[key].oneOf(list, { caseSensitive }),
          words: `${key} oneOf ${list.map(show).join(', ')} ${caseSensitive ? '' : 'in any case'}`,
          matches: (thing) => {
            const stored = thing[key]
            return stored !== null && list.some((item) => fold(item) === fold(stored))
          },
        }
      }),
  )
}
