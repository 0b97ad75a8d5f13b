import { mean, median, sampleStandardDeviation } from 'simple-statistics'
import { MINIMUM_RUNS, assertPositive } from './sample.ts'
import { studentTQuantile, studentTTwoSidedPValue } from './student-t.ts'

export const DEFAULT_CONFIDENCE = 0.95

/** One value per block, in the blocks' order; null where a block has none (a failed or rejected run). */
export type BlockSeries = readonly (number | null)[]

/** Two series over the same blocks. Ratios are `subject` ÷ `reference`. */
export interface SeriesPair {
  readonly subject: BlockSeries
  readonly reference: BlockSeries
}

/** The ratio of two engines in one operation, estimated from blocks in which both ran. */
export interface PairedEstimate {
  /** exp of the Hodges–Lehmann estimate of the log-ratios. */
  readonly ratio: number
  /** Ends of the interval, as ratios, around the mean log-ratio. Not corrected for other tests. */
  readonly low: number
  readonly high: number
  /** Confidence of the interval: 0.95 unless asked otherwise. */
  readonly confidence: number
  /** Two-sided p of the paired t-test that the ratio is 1. */
  readonly pValue: number
  /** Blocks in which both engines have a value. */
  readonly blocks: number
  /** Blocks whose own ratio lies on the same side of 1 as `ratio`: 5 of 5 prints as "5/5 agree". */
  readonly blocksAgreeing: number
  readonly logMean: number
  readonly logStandardDeviation: number
}

/** The values that are there. */
export function valuesOf(series: BlockSeries): number[] {
  return series.filter((value) => value !== null)
}

/**
 * ln(subject ÷ reference) of every block that has both. Throws a RangeError for series of different
 * lengths or a value that is not positive.
 */
export function logRatios({ subject, reference }: SeriesPair): number[] {
  if (subject.length !== reference.length) {
    throw new RangeError(
      `paired series need the same blocks: ${subject.length} and ${reference.length} given`,
    )
  }
  return subject.flatMap((value, block) => {
    const other = reference[block] ?? null
    if (value === null || other === null) return []
    assertPositive(value)
    assertPositive(other)
    // Not the logarithm of the quotient: this way swapping the two series flips exactly the sign.
    return [Math.log(value) - Math.log(other)]
  })
}

/**
 * Hodges–Lehmann estimate of location: the median of all Walsh averages (xᵢ + xⱼ) / 2 with i ≤ j
 * (Hodges & Lehmann 1963, doi 10.1214/aoms/1177704172). Throws an Error for an empty sample.
 */
export function hodgesLehmann(sample: readonly number[]): number {
  const walshAverages = sample.flatMap((value, index) =>
    sample.slice(index).map((other) => (value + other) / 2),
  )
  return median(walshAverages)
}

/**
 * Ratio of two engines from paired blocks: estimate exp(Hodges–Lehmann of the log-ratios), interval
 * exp(mean ± t·s/√n) with n − 1 degrees of freedom (Student 1908, doi 10.2307/2331554, on logarithms).
 * null for fewer than 3 common blocks. With strongly skewed log-ratios and many blocks the robust
 * estimate can lie outside the mean's interval.
 */
export function estimatePairedRatio(
  pair: SeriesPair,
  { confidence = DEFAULT_CONFIDENCE }: { readonly confidence?: number } = {},
): PairedEstimate | null {
  const logs = logRatios(pair)
  if (logs.length < MINIMUM_RUNS) return null
  const logMean = mean(logs)
  const logStandardDeviation = sampleStandardDeviation(logs)
  const logEstimate = hodgesLehmann(logs)
  const spread = { blocks: logs.length, logStandardDeviation }
  const halfWidth = logHalfWidth({ ...spread, confidence })
  return {
    ratio: Math.exp(logEstimate),
    low: Math.exp(logMean - halfWidth),
    high: Math.exp(logMean + halfWidth),
    confidence,
    pValue: pairedTTestPValue({ ...spread, logMean }),
    blocks: logs.length,
    blocksAgreeing: logs.filter((log) => Math.sign(log) === Math.sign(logEstimate)).length,
    logMean,
    logStandardDeviation,
  }
}

/** t·s/√n: half the width of the interval of the mean log-ratio. */
export function logHalfWidth(of: {
  readonly blocks: number
  readonly logStandardDeviation: number
  readonly confidence: number
}): number {
  const t = studentTQuantile((1 + of.confidence) / 2, of.blocks - 1)
  return (t * of.logStandardDeviation) / Math.sqrt(of.blocks)
}

function pairedTTestPValue(of: {
  readonly blocks: number
  readonly logMean: number
  readonly logStandardDeviation: number
}): number {
  // Equal series have neither a difference nor a spread; their t would be 0 ÷ 0.
  if (of.logMean === 0) return 1
  const standardError = of.logStandardDeviation / Math.sqrt(of.blocks)
  return studentTTwoSidedPValue(of.logMean / standardError, of.blocks - 1)
}

/**
 * Noise floor of an operation, as a relative difference (0.04 is 4 %): the farther end of the interval of
 * the same engine against its twin. Both ends count, because which twin is the numerator is arbitrary.
 */
export function noiseFloorOf(twin: PairedEstimate): number {
  return Math.max(twin.high, 1 / twin.low) - 1
}
