import { type PairedEstimate, logHalfWidth } from './paired-ratio.ts'

/** No relative difference up to this is called, however sure. */
export const SMALLEST_DIFFERENCE = 0.03

/** Past this many blocks in all, a pair counts as one that no affordable run decides. */
export const MAXIMUM_BLOCKS = 1000

/** Which values win: `higher` for rows per second, `lower` for durations and bytes. */
export type Better = 'higher' | 'lower'

/**
 * What a comparison says of the subject against the reference. `bandShare` is the relative difference
 * within which they are the same. `furtherBlocks` would decide if mean and spread of the log-ratios stayed as
 * they are; null when 1,000 blocks in all would not.
 */
export type Verdict =
  | { readonly kind: 'faster' | 'slower' }
  | { readonly kind: 'same'; readonly bandShare: number }
  | { readonly kind: 'undecided'; readonly furtherBlocks: number | null }

export interface VerdictOptions {
  readonly better?: Better
  /** Noise floor of the operation as a relative difference; null without a twin. */
  readonly noiseFloor?: number | null
  /** Relative difference within which the two are the same; by default the smallest one called. */
  readonly sameBand?: number | undefined
  /** Correction for the other tests of the operation; without it the pair counts as the only one. */
  readonly correction?: {
    /** The estimate's p-value after `holmAdjust`. */
    readonly adjustedPValue: number
    /** The p-value before correction at which the pair would be called (`holmNextLevel`). */
    readonly decidingPValue: number
  }
}

/** The smallest relative difference called: max(3 %, noise floor). */
export function callThreshold(noiseFloor: number | null): number {
  return Math.max(SMALLEST_DIFFERENCE, noiseFloor ?? 0)
}

/**
 * Verdict on a pair. A difference is called only when the interval excludes 1, the corrected p agrees, and
 * the estimate exceeds max(3 %, noise floor), as a ratio above 1 + that or below its reciprocal. Else the
 * two are the same when the whole interval lies within the band, and undecided otherwise.
 */
export function judgePair(estimate: PairedEstimate, options: VerdictOptions = {}): Verdict {
  const significance = 1 - estimate.confidence
  const rules = rulesOf(estimate, options)
  // On the estimate's own side: mean and robust estimate of skewed ratios can disagree even on that.
  const excludesOne = estimate.ratio > 1 ? estimate.low > 1 : estimate.high < 1
  const isSignificant = (options.correction?.adjustedPValue ?? estimate.pValue) <= significance
  if (excludesOne && isSignificant && rules.isLarge) {
    const isHigher = estimate.ratio > 1
    return { kind: isHigher === (options.better !== 'lower') ? 'faster' : 'slower' }
  }
  if (Math.max(estimate.high, 1 / estimate.low) <= 1 + rules.band) {
    return { kind: 'same', bandShare: rules.band }
  }
  const decidingPValue = options.correction?.decidingPValue ?? significance
  return { kind: 'undecided', furtherBlocks: furtherBlocks(estimate, { ...rules, decidingPValue }) }
}

interface Rules {
  readonly band: number
  /** Whether the estimate exceeds the smallest difference called. */
  readonly isLarge: boolean
}

function rulesOf(estimate: PairedEstimate, options: VerdictOptions): Rules {
  const threshold = callThreshold(options.noiseFloor ?? null)
  return {
    band: options.sameBand ?? threshold,
    isLarge: Math.max(estimate.ratio, 1 / estimate.ratio) > 1 + threshold,
  }
}

function furtherBlocks(
  estimate: PairedEstimate,
  rules: Rules & { readonly decidingPValue: number },
): number | null {
  const { logStandardDeviation, confidence } = estimate
  const distance = Math.abs(estimate.logMean)
  const decides = (blocks: number): boolean => {
    const spread = { blocks, logStandardDeviation }
    const calls =
      rules.isLarge && distance > logHalfWidth({ ...spread, confidence: 1 - rules.decidingPValue })
    return calls || distance + logHalfWidth({ ...spread, confidence }) <= Math.log1p(rules.band)
  }
  if (estimate.blocks >= MAXIMUM_BLOCKS || !decides(MAXIMUM_BLOCKS)) return null
  // The interval only narrows with more blocks, so the first number that decides is found by halving.
  let tooFew = estimate.blocks
  let enough = MAXIMUM_BLOCKS
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2)
    if (decides(middle)) enough = middle
    else tooFew = middle
  }
  return enough - estimate.blocks
}
