import { describe, expect, it } from 'vitest'

import {
  compactSpeed,
  duration,
  interval,
  ratio,
  runsText,
  share,
  speed,
  verdict,
} from '../src/report/wording.ts'

describe('wording of figures', () => {
  it('prints speeds with separators, and one decimal below 100', () => {
    expect([1_234_567.4, 100, 54, 0.26].map(speed)).toEqual(['1,234,567', '100', '54.0', '0.3'])
  })

  it('keeps three digits in compact speeds, also where rounding reaches the next unit', () => {
    const values = [1_234_567, 999_600, 12_345, 999.6, 54, 9.996]
    expect(values.map(compactSpeed)).toEqual(['1.23M', '1.00M', '12.3k', '1.00k', '54.0', '10.0'])
  })

  it('words both directions of a ratio alike', () => {
    expect([2.314, 1, 1 / 3.1, 0.001].map(ratio)).toEqual(['2.31x', '1.00x', '1/3.10', '1/1000'])
    expect(interval({ low: 0.5, high: 1.25 })).toBe('1/2.00 to 1.25x')
  })

  it('never prints a small share as nothing', () => {
    expect([0, 0.0001, 0.004, 0.42, 1.2].map(share)).toEqual([
      '0 %',
      '< 0.1 %',
      '0.4 %',
      '42 %',
      '120 %',
    ])
  })

  it('chooses the unit of a duration', () => {
    expect([12, 999.6, 12_345, 1_234_567, 4_560_000_000].map(duration)).toEqual([
      '12 ns',
      '1.00 µs',
      '12.3 µs',
      '1.23 ms',
      '4.56 s',
    ])
  })

  it('says how many further runs would decide', () => {
    expect(verdict({ kind: 'faster' })).toBe('faster')
    expect(verdict({ kind: 'same', bandShare: 0.03 })).toBe('level (within 3.0 %)')
    expect(verdict({ kind: 'undecided', furtherBlocks: 7 })).toContain('7 more runs')
    expect(verdict({ kind: 'undecided', furtherBlocks: null })).toContain('no number of runs')
  })

  it('tells an interrupted set from a whole one', () => {
    expect(runsText({ blocks: 5, runs: 5 })).toBe('median of 5 runs')
    expect(runsText({ blocks: 3, runs: 1 })).toBe('one run of 3 planned')
  })
})
