import * as fc from 'fast-check'
import type { Condition, InferEntity, Where } from '../../src/index.ts'
import type { Thing } from './things.ts'

type ThingObject = InferEntity<typeof Thing>

/** A condition with the filter that it must agree with. */
export interface Checked {
  readonly condition: Condition<typeof Thing>
  readonly words: string
  matches(thing: ThingObject): boolean
}

export type Fields = Where<typeof Thing>
export const comparisons = {
  equals: (order: number) => order === 0,
  notEquals: (order: number) => order !== 0,
  greaterThan: (order: number) => order > 0,
  greaterOrEqual: (order: number) => order >= 0,
  lessThan: (order: number) => order < 0,
  lessOrEqual: (order: number) => order <= 0,
} as const
export type Comparison = keyof typeof comparisons
export const comparisonNames: Comparison[] = [
  'equals',
  'notEquals',
  'greaterThan',
  'greaterOrEqual',
  'lessThan',
  'lessOrEqual',
]
export const realComparisons = ['greaterThan', 'greaterOrEqual', 'lessThan', 'lessOrEqual'] as const
export const comparison = fc.constantFrom(...comparisonNames)

export const show = (value: unknown): string =>
  value instanceof Date ? `Date(${value.getTime()})` : fc.stringify(value)
