import { describe, expect, it } from 'vitest'
import { medianRangeConfidence, percentile, summarizeSample } from '../src/statistics/index.ts'

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}

describe('summarizeSample', () => {
  it('gives median, points in their order, range and spread of five runs', () => {
    expect(summarizeSample([110, 100, 90, 105, 95])).toEqual({
      median: 100,
      points: [110, 100, 90, 105, 95],
      range: {
        min: 90,
        max: 110,
        confidence: 0.9375,
        spread: 0.1,
        maxOverMin: 110 / 90,
        isNoisy: false,
      },
    })
  })

  it('keeps the points of fewer than three runs and says nothing of their range', () => {
    expect(summarizeSample([120, 100])).toEqual({ median: 110, points: [120, 100], range: null })
    expect(summarizeSample([120, 100, 110])?.range?.confidence).toBe(0.75)
  })

  it('is null for an empty sample', () => {
    expect(summarizeSample([])).toBeNull()
  })

  it('marks a sample noisy only beyond one and a half times', () => {
    expect(summarizeSample([100, 120, 150])?.range?.isNoisy).toBe(false)
    expect(summarizeSample([100, 120, 151])?.range?.isNoisy).toBe(true)
  })

  it('leaves its input alone and refuses values that can not be measured', () => {
    const points = Object.freeze([3, 1, 2])
    expect(summarizeSample(points)?.median).toBe(2)
    for (const wrong of [0, -1, Number.NaN, Infinity]) {
      expect(() => summarizeSample([1, 2, wrong])).toThrow(RangeError)
    }
  })
})

describe('medianRangeConfidence', () => {
  // Conover 1999, Practical Nonparametric Statistics, table A3: binomial tail at p = 1/2.
  it.each([
    [3, 0.75],
    [5, 0.9375],
    [6, 0.96875],
    [8, 0.9921875],
  ])('of %d runs is %d', (runs, confidence) => {
    expect(medianRangeConfidence(runs)).toBe(confidence)
  })
})

describe('percentile', () => {
  it('needs a thousand observations for p99 and ten thousand for p99.9', () => {
    expect(percentile(upTo(999), 0.99)).toBeNull()
    expect(percentile(upTo(1000), 0.99)).not.toBeNull()
    expect(percentile(upTo(9999), 0.999)).toBeNull()
    expect(percentile(upTo(10_000), 0.999)).not.toBeNull()
  })

  it('needs a hundred observations for p90 and for p10', () => {
    expect(percentile(upTo(99), 0.9)).toBeNull()
    expect(percentile(upTo(100), 0.9)).not.toBeNull()
    expect(percentile(upTo(99), 0.1)).toBeNull()
    expect(percentile(upTo(100), 0.1)).not.toBeNull()
  })

  it('interpolates as quantile of R does by default', () => {
    // R: quantile(1:1000, 0.99) is 990.01.
    expect(percentile(upTo(1000).toReversed(), 0.99)).toBeCloseTo(990.01, 10)
  })

  it('refuses a probability given in percent', () => {
    expect(() => percentile(upTo(1000), 99)).toThrow(RangeError)
  })
})
