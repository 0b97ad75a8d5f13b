import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { studentTQuantile, studentTTwoSidedPValue } from '../src/statistics/index.ts'

describe('studentTQuantile', () => {
  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, "Critical values of Student's t".
  it.each([
    [0.975, 1, 12.706],
    [0.975, 2, 4.303],
    [0.975, 3, 3.182],
    [0.975, 4, 2.776],
    [0.975, 9, 2.262],
    [0.975, 30, 2.042],
    [0.975, 100, 1.984],
    [0.9, 4, 1.533],
    [0.95, 4, 2.132],
    [0.995, 4, 4.604],
    [0.999, 4, 7.173],
  ])('gives the table value for probability %d and %d degrees of freedom', (p, df, expected) => {
    expect(studentTQuantile(p, df)).toBeCloseTo(expected, 3)
  })

  // R: qt(p, df); the same digits from scipy.stats.t.ppf.
  it.each([
    [0.975, 1, 12.706204736174694],
    [0.975, 4, 2.7764451051977934],
    [0.99999, 3, 47.92772837600671],
    [0.51, 2, 0.028289929799333573],
  ])('agrees with R to ten digits for probability %d and %d', (p, df, expected) => {
    expect(studentTQuantile(p, df) / expected).toBeCloseTo(1, 10)
  })

  it('is zero in the middle and mirrored on the other side', () => {
    expect(studentTQuantile(0.5, 4)).toBeCloseTo(0, 12)
    expect(studentTQuantile(0.25, 7)).toBe(-studentTQuantile(0.75, 7))
    expect(studentTQuantile(1e-20, 4)).toBeLessThan(-10_000)
  })

  it('is the inverse of the two-sided p-value', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.0001, max: 0.9999, noNaN: true }),
        fc.integer({ min: 1, max: 2000 }),
        (pValue, df) => {
          const t = studentTQuantile(1 - pValue / 2, df)
          expect(studentTTwoSidedPValue(t, df) / pValue).toBeCloseTo(1, 9)
        },
      ),
    )
  })

  it('refuses a probability or degrees of freedom that make no sense', () => {
    expect(() => studentTQuantile(1, 4)).toThrow(RangeError)
    expect(() => studentTQuantile(0, 4)).toThrow(RangeError)
    expect(() => studentTQuantile(0.975, 0)).toThrow('degrees of freedom')
    expect(() => studentTTwoSidedPValue(Number.NaN, 4)).toThrow(RangeError)
  })
})

describe('studentTTwoSidedPValue', () => {
  // R: 2 * pt(-t, df); the same digits from scipy.stats.t.sf.
  it.each([
    [2.776, 4, 0.05002277831997642],
    [4.0621, 9, 0.002833007840390159],
    [515, 4, 8.529261268264691e-11],
    [1e5, 4, 5.999999995999999e-20],
    [0.01, 1000, 0.9920232819321873],
  ])('agrees with R far into the tail: t %d, %d degrees of freedom', (t, df, expected) => {
    expect(studentTTwoSidedPValue(t, df) / expected).toBeCloseTo(1, 9)
    expect(studentTTwoSidedPValue(-t, df)).toBe(studentTTwoSidedPValue(t, df))
  })

  it('keeps eight digits at ten million degrees of freedom', () => {
    expect(studentTTwoSidedPValue(1.96, 1e7) / 0.04999581802531423).toBeCloseTo(1, 8)
    expect(studentTQuantile(0.975, 1e6) / 1.959966356814107).toBeCloseTo(1, 8)
  })

  it('is one at zero and nothing at infinity', () => {
    expect(studentTTwoSidedPValue(0, 4)).toBe(1)
    expect(studentTTwoSidedPValue(Infinity, 4)).toBe(0)
  })

  it('agrees with the closed forms for 1, 2 and 4 degrees of freedom', () => {
    // Abramowitz & Stegun 1964, 26.7.3 and 26.7.4.
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 30, noNaN: true }), (t) => {
        const sine = (df: number): number => t / Math.sqrt(df + t * t)
        const cosineSquare = 4 / (4 + t * t)
        expect(studentTTwoSidedPValue(t, 1)).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(t), 12)
        expect(studentTTwoSidedPValue(t, 2)).toBeCloseTo(1 - sine(2), 12)
        expect(studentTTwoSidedPValue(t, 4)).toBeCloseTo(1 - sine(4) * (1 + cosineSquare / 2), 12)
      }),
    )
  })
})
