import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type PairedEstimate,
  callThreshold,
  estimatePairedRatio,
  judgePair,
} from '../src/statistics/index.ts'

/** Five blocks whose log-ratios have this mean and standard deviation. */
function fiveBlocks(ratio: number, logStandardDeviation: number): PairedEstimate {
  // The offsets −2 … 2 have a standard deviation of √2.5.
  const step = logStandardDeviation / Math.sqrt(2.5)
  const subject = [-2, -1, 0, 1, 2].map((offset) => ratio * Math.exp(offset * step))
  const estimate = estimatePairedRatio({ subject, reference: [1, 1, 1, 1, 1] })
  if (estimate === null) throw new Error('five blocks make an estimate')
  return estimate
}

/** undefined for a pair that is decided. */
function furtherBlocks(estimate: PairedEstimate): number | null | undefined {
  const verdict = judgePair(estimate)
  return verdict.kind === 'undecided' ? verdict.furtherBlocks : undefined
}

describe('judgePair', () => {
  it('calls a sure difference faster or slower', () => {
    expect(judgePair(fiveBlocks(1.2, 0.02))).toEqual({ kind: 'faster' })
    expect(judgePair(fiveBlocks(1 / 1.2, 0.02))).toEqual({ kind: 'slower' })
    expect(judgePair(fiveBlocks(1.2, 0.02), { better: 'lower' })).toEqual({ kind: 'slower' })
  })

  it('calls no difference of up to three per cent, however sure', () => {
    const sure = fiveBlocks(1.025, 0.001)
    expect(sure.low).toBeGreaterThan(1)
    expect(judgePair(sure)).toEqual({ kind: 'same', bandShare: 0.03 })
    expect(judgePair(fiveBlocks(1.035, 0.001))).toEqual({ kind: 'faster' })
  })

  it('calls no difference within the noise floor', () => {
    const estimate = fiveBlocks(1.06, 0.01)
    expect(judgePair(estimate, { noiseFloor: 0.02 })).toEqual({ kind: 'faster' })
    expect(judgePair(estimate, { noiseFloor: 0.08 })).toEqual({ kind: 'same', bandShare: 0.08 })
    expect(callThreshold(0.02)).toBe(0.03)
    expect(callThreshold(0.08)).toBe(0.08)
    expect(callThreshold(null)).toBe(0.03)
  })

  it('says same only when the whole interval lies in the band', () => {
    expect(judgePair(fiveBlocks(1, 0.02))).toEqual({ kind: 'same', bandShare: 0.03 })
    expect(judgePair(fiveBlocks(1, 0.03)).kind).toBe('undecided')
    expect(judgePair(fiveBlocks(1, 0.03), { sameBand: 0.05 })).toEqual({
      kind: 'same',
      bandShare: 0.05,
    })
  })

  it('calls no difference that the correction for other tests takes back', () => {
    const estimate = fiveBlocks(1.2, 0.1)
    expect(judgePair(estimate).kind).toBe('faster')
    const correction = { adjustedPValue: estimate.pValue * 40, decidingPValue: 0.05 / 40 }
    const verdict = judgePair(estimate, { correction })
    expect(verdict).toEqual({ kind: 'undecided', furtherBlocks: expect.any(Number) })
  })

  it('calls no difference when the mean and the robust estimate disagree on its side', () => {
    const estimate = { ...fiveBlocks(1.2, 0.02), ratio: 0.9 }
    expect(judgePair(estimate).kind).toBe('undecided')
  })

  it('turns around when the two are swapped', () => {
    const swapped = { faster: 'slower', slower: 'faster', same: 'same', undecided: 'undecided' }
    const ratio = fc.double({ min: 0.5, max: 2, noNaN: true })
    const spread = fc.double({ min: 0.001, max: 0.5, noNaN: true })
    fc.assert(
      fc.property(ratio, spread, (value, deviation) => {
        const forth = judgePair(fiveBlocks(value, deviation))
        expect(judgePair(fiveBlocks(1 / value, deviation)).kind).toBe(swapped[forth.kind])
      }),
    )
  })
})

describe('further blocks of an undecided pair', () => {
  it('are those at which the interval excludes 1', () => {
    // ln 1.1 = 0.0953. Half widths with s = 0.12 are 0.1003 at n = 8 (t = 2.365) and 0.0922 at n = 9 (2.306).
    expect(furtherBlocks(fiveBlocks(1.1, 0.12))).toBe(4)
  })

  it('are those at which the interval fits the band', () => {
    // ln 1.03 = 0.02956. Half widths with s = 0.04 are 0.03075 at n = 9 and 0.02861 at n = 10 (t = 2.262).
    expect(furtherBlocks(fiveBlocks(1, 0.04))).toBe(5)
  })

  it('are more under a correction for other tests', () => {
    const estimate = fiveBlocks(1.2, 0.1)
    const undecided = (decidingPValue: number): number => {
      const verdict = judgePair(estimate, { correction: { adjustedPValue: 1, decidingPValue } })
      if (verdict.kind !== 'undecided') throw new Error(`undecided was expected: ${verdict.kind}`)
      return verdict.furtherBlocks ?? Infinity
    }
    expect(undecided(0.001)).toBeGreaterThan(undecided(0.01))
  })

  it('are none where a thousand blocks would not decide', () => {
    expect(furtherBlocks(fiveBlocks(1.03, 0.1))).toBeNull()
  })

  it('decide when they come with the same mean and spread', () => {
    const ratio = fc.double({ min: 0.9, max: 1.1, noNaN: true })
    const spread = fc.double({ min: 0.01, max: 0.1, noNaN: true })
    fc.assert(
      fc.property(ratio, spread, (value, deviation) => {
        const estimate = fiveBlocks(value, deviation)
        const further = furtherBlocks(estimate)
        fc.pre(typeof further === 'number')
        const withMore = (blocks: number): PairedEstimate => stretched(estimate, blocks)
        expect(judgePair(withMore(5 + further)).kind).not.toBe('undecided')
        expect(judgePair(withMore(4 + further)).kind).toBe('undecided')
      }),
    )
  })
})

/** The estimate that `blocks` blocks of the same mean and standard deviation would give. */
function stretched(estimate: PairedEstimate, blocks: number): PairedEstimate {
  const { logMean, logStandardDeviation } = estimate
  const signs = Array.from({ length: blocks }, (_, block) =>
    block === blocks - 1 && blocks % 2 === 1 ? 0 : (-1) ** block,
  )
  const scale = logStandardDeviation * Math.sqrt((blocks - 1) / (2 * Math.floor(blocks / 2)))
  const result = estimatePairedRatio({
    subject: signs.map((sign) => Math.exp(logMean + sign * scale)),
    reference: signs.map(() => 1),
  })
  if (result === null) throw new Error('enough blocks make an estimate')
  return result
}
