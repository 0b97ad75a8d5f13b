import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holmAdjust, holmNextLevel } from '../src/statistics/index.ts'

// Benjamini & Hochberg 1995, section 4.1: 15 outcomes of a trial on myocardial infarction.
const INFARCTION_TRIAL = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719,
  0.6528, 0.759, 1,
]

/** Rounded to ten decimals, for comparison with values printed by R. */
function rounded(values: readonly number[]): number[] {
  return values.map((value) => Number(value.toFixed(10)))
}

const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 })

describe('holmAdjust', () => {
  it('agrees with p.adjust of R', () => {
    // R: p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm").
    expect(rounded(holmAdjust([0.01, 0.02, 0.03, 0.04, 0.05]))).toEqual([
      0.05, 0.08, 0.09, 0.09, 0.09,
    ])
    // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm"); also the example of Wikipedia's article on the method.
    expect(rounded(holmAdjust([0.01, 0.04, 0.03, 0.005]))).toEqual([0.03, 0.06, 0.06, 0.02])
  })

  it('rejects three hypotheses of the trial of Benjamini and Hochberg', () => {
    const adjusted = holmAdjust(INFARCTION_TRIAL)
    expect(adjusted.filter((pValue) => pValue <= 0.05)).toHaveLength(3)
    expect(rounded(adjusted.slice(0, 5))).toEqual([0.0015, 0.0056, 0.0247, 0.114, 0.2211])
  })

  it('leaves a single test alone and accepts none', () => {
    expect(holmAdjust([0.03])).toEqual([0.03])
    expect(holmAdjust([])).toEqual([])
  })

  it('refuses what is no probability', () => {
    expect(() => holmAdjust([0.5, 1.01])).toThrow(RangeError)
    expect(() => holmAdjust([Number.NaN])).toThrow(RangeError)
  })

  it('never lowers a p-value, never exceeds Bonferroni, and keeps the order of the tests', () => {
    fc.assert(
      fc.property(pValues, (values) => {
        const adjusted = holmAdjust(values)
        adjusted.forEach((pValue, index) => {
          const raw = values[index] ?? 0
          expect(pValue).toBeGreaterThanOrEqual(raw)
          expect(pValue).toBeLessThanOrEqual(Math.min(1, raw * values.length))
        })
        expect(holmAdjust(values.toReversed())).toEqual(adjusted.toReversed())
      }),
    )
  })
})

describe('holmNextLevel', () => {
  it('is where one more test would be rejected', () => {
    const level = holmNextLevel(INFARCTION_TRIAL, 0.05)
    expect(level).toBeCloseTo(0.05 / 12, 12)
    const justEnough = INFARCTION_TRIAL.with(8, level * 0.999)
    expect(holmAdjust(justEnough)[8]).toBeLessThanOrEqual(0.05)
    const notEnough = INFARCTION_TRIAL.with(8, level * 1.001)
    expect(holmAdjust(notEnough)[8]).toBeGreaterThan(0.05)
  })

  it('is the plain level where all tests are rejected', () => {
    expect(holmNextLevel([0.001, 0.002], 0.05)).toBe(0.05)
  })
})
