import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kendallTauB } from '../src/statistics/index.ts'

describe('kendallTauB', () => {
  it('gives 4/9 for the canned tuna of Hollander & Wolfe', () => {
    // Hollander & Wolfe 1973, pages 185f; the example of R's cor.test (tau 0.4444444, T = 26).
    const lightness = [44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1]
    const score = [2.6, 3.1, 2.5, 5, 3.6, 4, 5.2, 2.8, 3.8]
    expect(kendallTauB(lightness, score)).toBeCloseTo(4 / 9, 12)
  })

  it('corrects for ties', () => {
    // The example of the documentation of scipy.stats.kendalltau.
    expect(kendallTauB([12, 2, 1, 12, 2], [1, 4, 7, 1, 0])).toBeCloseTo(-0.4714045207910316, 12)
  })

  it('is null where there is no order', () => {
    expect(kendallTauB([1, 1, 1], [1, 2, 3])).toBeNull()
    expect(kendallTauB([1], [2])).toBeNull()
    expect(kendallTauB([], [])).toBeNull()
  })

  it('refuses values that are not paired or not numbers', () => {
    expect(() => kendallTauB([1, 2], [1])).toThrow(RangeError)
    expect(() => kendallTauB([1, Number.NaN], [1, 2])).toThrow(RangeError)
  })

  it('is 1 for itself, mirrored for the reverse order, and the same from both sides', () => {
    const values = fc.array(fc.tuple(fc.integer({ max: 9 }), fc.integer({ max: 9 })), {
      minLength: 2,
      maxLength: 20,
    })
    fc.assert(
      fc.property(values, (points) => {
        const left = points.map(([value]) => value)
        const right = points.map(([, value]) => value)
        const tau = kendallTauB(left, right)
        fc.pre(tau !== null)
        expect(kendallTauB(left, left)).toBe(1)
        expect(kendallTauB(right, left)).toBe(tau)
        expect(
          (kendallTauB(
            left.map((value) => -value),
            right,
          ) ?? Number.NaN) + tau,
        ).toBe(0)
        expect(Math.abs(tau)).toBeLessThanOrEqual(1 + 1e-12)
      }),
    )
  })
})
