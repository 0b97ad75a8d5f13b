import type { PairedEstimate, SliceKey, Spread, Verdict } from '@rowrate/core'
import { models } from '@rowrate/core'

/** What stands where there is no figure. */
export const dash = '–'
export const noisyMark = '≈'

/** `1,234,567`; one decimal below 100. */
export const speed = (rowsPerSecond: number): string =>
  formats[rowsPerSecond < 100 ? 1 : 0]!.format(rowsPerSecond)

/** `1.23M`, `123k`: three significant digits. */
export function compactSpeed(rowsPerSecond: number): string {
  for (const [unit, suffix] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    // 999.5 would round to four digits of the smaller unit.
    if (rowsPerSecond >= unit * 0.9995) return `${threeDigits(rowsPerSecond / unit)}${suffix}`
  }
  return threeDigits(rowsPerSecond)
}

const threeDigits = (value: number): string =>
  value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)

const formats = [0, 1].map(
  (digits) =>
    new Intl.NumberFormat('en-US', {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }),
)

/** One wording for both directions: `2.31x`, or `1/3.10` for a ratio below 1. */
export const ratio = (value: number): string =>
  value >= 1 ? `${threeDigits(value)}x` : `1/${threeDigits(1 / value)}`

export const interval = ({ low, high }: Pick<PairedEstimate, 'low' | 'high'>): string =>
  `${ratio(low)} to ${ratio(high)}`

export const agreement = ({ blocksAgreeing, blocks }: PairedEstimate): string =>
  `${blocksAgreeing}/${blocks} agree`

/** `0.4 %`, `42 %`. */
export function share(value: number): string {
  if (value > 0 && value < 0.0005) return '< 0.1 %'
  const percent = value * 100
  return `${percent.toFixed(percent < 10 && percent !== 0 ? 1 : 0)} %`
}

export function verdict(of: Verdict): string {
  if (of.kind === 'same') return `level (within ${share(of.bandShare)})`
  if (of.kind !== 'undecided') return of.kind
  if (of.furtherBlocks === null) return 'undecided (no number of runs would decide)'
  return `undecided (about ${counted(of.furtherBlocks, 'more run')} would decide)`
}

/** `3 runs`, `1 run`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** What a figure of a slice is taken from. */
export function runsText({ blocks, runs }: { blocks: number; runs: number }): string {
  const of = runs < blocks ? ` of ${blocks} planned` : ''
  return runs === 1 ? `one run${of}` : `median of ${runs} runs${of}`
}

/** `12 µs`, `1.23 ms`, `4.56 s`. */
export function duration(ns: number): string {
  if (ns < 999.5) return `${ns.toFixed(0)} ns`
  if (ns < 999_500) return `${threeDigits(ns / 1e3)} µs`
  return ns < 999_500_000 ? `${threeDigits(ns / 1e6)} ms` : `${threeDigits(ns / 1e9)} s`
}

export const spread = ({ min, median, max }: Spread, of: (value: number) => string): string =>
  `${of(median)} (${of(min)} to ${of(max)})`

/** `Test 1 (simple), default table, cold, journal delete`. */
export const sliceTitle = ({ test, table, mode, journal, variant }: SliceKey): string =>
  `Test ${test} (${models[test].name}), ${table} table, ${mode}, journal ${journal}${variant === undefined ? '' : `, ${variant}`}`

/** `better-sqlite3`, `a and b`, `a, b and c`. */
export const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names)
