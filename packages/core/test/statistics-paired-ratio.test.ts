import * as fc from 'fast-check'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { describe, expect, it } from 'vitest'
import {
  type PairedEstimate,
  estimatePairedRatio,
  hodgesLehmann,
  logRatios,
  noiseFloorOf,
} from '../src/statistics/index.ts'

// R's dataset `sleep` (Cushny & Peebles 1905, used by Student 1908): extra hours under two drugs.
const DRUG_ONE = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]
const DRUG_TWO = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]

function estimate(subject: (number | null)[], reference: (number | null)[]): PairedEstimate {
  const result = estimatePairedRatio({ subject, reference })
  if (result === null) throw new Error('an estimate was expected')
  return result
}

const speed = fc.double({ min: 1, max: 1e7, noNaN: true })
const pairs = fc.array(fc.tuple(speed, speed), { minLength: 3, maxLength: 12 })

describe('hodgesLehmann', () => {
  it('gives 0.46 for the depression scale of Hollander & Wolfe', () => {
    // Hollander & Wolfe 1973, Nonparametric Statistical Methods, pages 29-33; the example of R's wilcox.test.
    const first = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3]
    const second = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    const differences = first.map((value, patient) => value - (second[patient] ?? 0))
    expect(hodgesLehmann(differences)).toBeCloseTo(0.46, 10)
  })

  it('counts each value as an average with itself', () => {
    // Walsh averages of 0, 0, 6: 0, 0, 3, 0, 3, 6.
    expect(hodgesLehmann([0, 0, 6])).toBe(1.5)
  })
})

describe('estimatePairedRatio', () => {
  it('gives the paired t-test of Student on logarithms', () => {
    // R: t.test(extra ~ group, paired): t = -4.0621, df = 9, p 0.002833, interval -2.4598858 to -0.7001142.
    const result = estimate(DRUG_ONE.map(Math.exp), DRUG_TWO.map(Math.exp))
    expect(result.logMean).toBeCloseTo(-1.58, 10)
    expect(Math.log(result.low)).toBeCloseTo(-2.4598858, 6)
    expect(Math.log(result.high)).toBeCloseTo(-0.7001142, 6)
    expect(result.pValue).toBeCloseTo(0.00283289, 8)
    expect(result.blocks).toBe(10)
    // One patient slept the same under both.
    expect(result.blocksAgreeing).toBe(9)
  })

  it('uses 2.776 standard errors for five blocks', () => {
    const logs = [0.1, 0.12, 0.08, 0.11, 0.09]
    const result = estimate(logs.map(Math.exp), [1, 1, 1, 1, 1])
    const standardError = Math.sqrt(0.001 / 4) / Math.sqrt(5)
    expect(Math.log(result.high)).toBeCloseTo(0.1 + 2.776445 * standardError, 8)
    expect(result.ratio).toBeCloseTo(Math.exp(0.1), 10)
    expect(result.blocksAgreeing).toBe(5)
  })

  it('pairs only blocks that both have and is null below three of them', () => {
    const complete = estimate([10, 20, 40], [5, 10, 10])
    expect(estimate([10, null, 20, 7, 40], [5, 3, 10, null, 10])).toEqual(complete)
    expect(estimatePairedRatio({ subject: [10, 20, null], reference: [5, 10, 10] })).toBeNull()
    expect(estimatePairedRatio({ subject: [], reference: [] })).toBeNull()
  })

  it('is exactly level for an engine against itself', () => {
    expect(estimate([3, 5, 7], [3, 5, 7])).toMatchObject({
      ratio: 1,
      low: 1,
      high: 1,
      pValue: 1,
      blocksAgreeing: 3,
    })
  })

  it('refuses series of different lengths and values without a logarithm', () => {
    expect(() => logRatios({ subject: [1, 2], reference: [1] })).toThrow('same blocks')
    expect(() => logRatios({ subject: [1, 0], reference: [1, 1] })).toThrow(RangeError)
  })

  it('turns into its reciprocal when the two are swapped', () => {
    fc.assert(
      fc.property(pairs, (blocks) => {
        const subject = blocks.map(([value]) => value)
        const reference = blocks.map(([, value]) => value)
        const forth = estimate(subject, reference)
        const back = estimate(reference, subject)
        expect(forth.ratio * back.ratio).toBeCloseTo(1, 9)
        expect(forth.low * back.high).toBeCloseTo(1, 9)
        expect(forth.pValue).toBeCloseTo(back.pValue, 9)
        expect(forth.blocksAgreeing).toBe(back.blocksAgreeing)
      }),
    )
  })

  it('depends neither on the unit, nor on a drift that both share, nor on the order of the blocks', () => {
    const drift = fc.array(fc.double({ min: 0.1, max: 10, noNaN: true }), {
      minLength: 12,
      maxLength: 12,
    })
    fc.assert(
      fc.property(pairs, drift, (blocks, factors) => {
        const subject = blocks.map(([value]) => value)
        const reference = blocks.map(([, value]) => value)
        const plain = estimate(subject, reference)
        const slowed = (series: number[]): number[] =>
          series.map((value, block) => value * (factors[block] ?? 1)).toReversed()
        const shifted = estimate(slowed(subject), slowed(reference))
        expect(shifted.ratio / plain.ratio).toBeCloseTo(1, 9)
        expect(shifted.low / plain.low).toBeCloseTo(1, 6)
        expect(shifted.high / plain.high).toBeCloseTo(1, 6)
      }),
    )
  })

  it('covers the true ratio in 95 of 100 simulated comparisons of five blocks', () => {
    const generator = xoroshiro128plus(20_261_201)
    const gauss = (): number =>
      Math.sqrt(-2 * Math.log(1 - uniformFloat64(generator))) *
      Math.cos(2 * Math.PI * uniformFloat64(generator))
    const trials = 4000
    const covered = Array.from({ length: trials }, () => {
      const reference = Array.from({ length: 5 }, () => Math.exp(0.3 * gauss()))
      const subject = reference.map((value) => value * 1.2 * Math.exp(0.1 * gauss()))
      const { low, high } = estimate(subject, reference)
      return low < 1.2 && 1.2 < high
    }).filter(Boolean).length
    // Three standard errors of a share of 0.95 in 4,000 trials.
    expect(Math.abs(covered / trials - 0.95)).toBeLessThan(0.0104)
  })
})

describe('noiseFloorOf', () => {
  it('is the farther end of the interval, whichever twin is the numerator', () => {
    const twin = estimate([102, 99, 103, 101, 100], [100, 100, 100, 100, 100])
    const swapped = estimate([100, 100, 100, 100, 100], [102, 99, 103, 101, 100])
    expect(noiseFloorOf(twin)).toBeCloseTo(twin.high - 1, 12)
    expect(noiseFloorOf(swapped)).toBeCloseTo(noiseFloorOf(twin), 12)
  })
})
