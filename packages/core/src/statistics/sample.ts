import { max, median, min, quantile } from 'simple-statistics'

/** Below this number of runs there is no interval, no verdict and no rank group. */
export const MINIMUM_RUNS = 3

/** An engine whose best run is more than this many times its worst is noisy: it is not ranked. */
export const NOISY_MAX_OVER_MIN = 1.5

/** A percentile counts only when at least this many observations lie beyond it. */
export const OBSERVATIONS_BEYOND_PERCENTILE = 10

/** How far the runs of one sample lie apart. `min`, `max` are in the sample's unit. */
export interface SampleRange {
  readonly min: number
  readonly max: number
  /** Confidence that the true median lies from `min` to `max`: 0.9375 for 5 runs. */
  readonly confidence: number
  /** Half the range over the median: 0.09 is printed as ± 9 %. */
  readonly spread: number
  readonly maxOverMin: number
  readonly isNoisy: boolean
}

/** One engine's runs of one operation, in the unit of the points. */
export interface SampleSummary {
  readonly median: number
  /** The runs, in the order given. */
  readonly points: readonly number[]
  /** null for fewer than 3 runs. */
  readonly range: SampleRange | null
}

/**
 * Confidence of [min, max] as an interval of the median: 1 − 2^(1−n), since it misses only when all n
 * runs fall on one side of it (the sign test: David & Nagaraja 2003, Order Statistics, 7.1).
 */
export function medianRangeConfidence(runs: number): number {
  return 1 - 2 ** (1 - runs)
}

/** Summary of positive values; null for an empty sample. Throws a RangeError for any other value. */
export function summarizeSample(points: readonly number[]): SampleSummary | null {
  points.forEach(assertPositive)
  if (points.length === 0) return null
  const middle = median([...points])
  return { median: middle, points: [...points], range: rangeOf(points, middle) }
}

function rangeOf(points: readonly number[], middle: number): SampleRange | null {
  if (points.length < MINIMUM_RUNS) return null
  const lowest = min([...points])
  const highest = max([...points])
  const maxOverMin = highest / lowest
  return {
    min: lowest,
    max: highest,
    confidence: medianRangeConfidence(points.length),
    spread: (highest - lowest) / (2 * middle),
    maxOverMin,
    isNoisy: maxOverMin > NOISY_MAX_OVER_MIN,
  }
}

/**
 * Percentile at `probability` (0.99 for p99), linear between order statistics (Hyndman & Fan 1996, type
 * 7). null unless 10 observations lie beyond it on its thinner side: p99 needs 1,000, p90 needs 100.
 * Throws a RangeError for a probability outside 0 to 1, both excluded.
 */
export function percentile(sample: readonly number[], probability: number): number | null {
  if (!(probability > 0 && probability < 1)) {
    throw new RangeError(`probability must lie between 0 and 1, not ${probability}`)
  }
  const beyond = sample.length * Math.min(probability, 1 - probability)
  // 1 − 0.9 is a little below 0.1, so 100 observations would fail an exact comparison.
  if (beyond < OBSERVATIONS_BEYOND_PERCENTILE - 1e-6) return null
  return quantile([...sample], probability)
}

/** Throws a RangeError unless the value is positive and finite: only such values have a logarithm. */
export function assertPositive(value: number): void {
  if (!(value > 0 && value < Infinity)) {
    throw new RangeError(`a measured value must be positive and finite, not ${value}`)
  }
}
