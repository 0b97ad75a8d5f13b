import { holmAdjust, holmNextLevel } from './holm.ts'
import {
  type BlockSeries,
  DEFAULT_CONFIDENCE,
  type PairedEstimate,
  estimatePairedRatio,
  noiseFloorOf,
  valuesOf,
} from './paired-ratio.ts'
import {
  type EngineSummary,
  type Ranking,
  rankInGroups,
  sortByMedian,
  unrankedReason,
} from './ranking.ts'
import { type SampleSummary, summarizeSample } from './sample.ts'
import { type Better, type Verdict, callThreshold, judgePair } from './verdict.ts'

/** One engine's values of one operation, block by block. */
export interface EngineSeries {
  readonly engine: string
  readonly values: BlockSeries
}

export interface OperationOptions {
  readonly engines: readonly EngineSeries[]
  /** The engine that all others are compared with; null compares neighbours only. */
  readonly reference: string | null
  /** The reference engine's second entry, which gives the noise floor. */
  readonly twin?: BlockSeries | null
  readonly better?: Better
  /** Relative difference within which two engines are the same; by default the smallest one called. */
  readonly sameBand?: number
}

/** A pair that was tested, and why. Ratios are subject ÷ reference. */
export interface PairComparison {
  readonly subject: string
  readonly reference: string
  readonly roles: readonly ('reference' | 'neighbour')[]
  readonly estimate: PairedEstimate
  /** The estimate's p-value, Holm-corrected over the comparisons of the operation. */
  readonly adjustedPValue: number
  readonly verdict: Verdict
}

export interface OperationComparison {
  /** Engines with at least one value, best median first. */
  readonly engines: readonly EngineSummary[]
  /** The twin against the reference; null without a twin or with fewer than 3 common blocks. */
  readonly twin: PairedEstimate | null
  /** Noise floor as a relative difference; null without a twin estimate. */
  readonly noiseFloor: number | null
  /** The smallest relative difference called. */
  readonly threshold: number
  /** Pairs with fewer than 3 common blocks are not tested and not here. */
  readonly comparisons: readonly PairComparison[]
  readonly ranking: Ranking
}

interface Judgement {
  readonly noiseFloor: number | null
  readonly better: Better
  readonly sameBand: number | undefined
}

interface CandidatePair {
  readonly subject: string
  readonly reference: string
  readonly roles: readonly ('reference' | 'neighbour')[]
}

type SeriesByEngine = ReadonlyMap<string, BlockSeries>

/**
 * Everything a report says of one operation: summaries, verdicts against the reference and between ranked
 * neighbours (Holm-corrected together), and rank groups. Throws a RangeError for an engine named twice, an
 * unknown reference, series of different lengths, or a value that is not positive.
 */
export function compareOperation(options: OperationOptions): OperationComparison {
  const { reference, better = 'higher', sameBand } = options
  const series = seriesByEngine(options)
  const engines = sortByMedian(summariesOf(options.engines), better)
  const twin = twinEstimate(options, series)
  const noiseFloor = twin === null ? null : noiseFloorOf(twin)
  const judgement = { noiseFloor, better, sameBand }
  const comparisons = comparePairs(pairsToTest(engines, reference), series, judgement)
  const isBehind = headTest({ comparisons, engines, series, judgement })
  const ranking = rankInGroups({ engines, better, isBehind })
  return { engines, twin, noiseFloor, threshold: callThreshold(noiseFloor), comparisons, ranking }
}

function seriesByEngine({ engines, reference }: OperationOptions): SeriesByEngine {
  const series = new Map<string, BlockSeries>()
  for (const { engine, values } of engines) {
    if (series.has(engine)) throw new RangeError(`the engine ${engine} is named twice`)
    series.set(engine, values)
  }
  if (reference !== null && !series.has(reference)) {
    throw new RangeError(`the reference ${reference} is not among the engines`)
  }
  return series
}

function summariesOf(engines: readonly EngineSeries[]): EngineSummary[] {
  return engines.flatMap(({ engine, values }) => {
    const summary = summarizeSample(valuesOf(values))
    return summary === null ? [] : [{ engine, summary }]
  })
}

function twinEstimate(options: OperationOptions, series: SeriesByEngine): PairedEstimate | null {
  const { reference, twin = null } = options
  if (twin === null || reference === null) return null
  return estimatePairedRatio({ subject: twin, reference: series.get(reference) ?? [] })
}

/** Every engine against the reference, and each ranked engine against the next; a pair in both is one test. */
function pairsToTest(
  engines: readonly EngineSummary[],
  reference: string | null,
): readonly CandidatePair[] {
  const ranked = engines.filter(({ summary }) => unrankedReason(summary) === null)
  const neighbours = ranked.slice(1).map(({ engine }, above) => ({
    subject: ranked[above]?.engine ?? engine,
    reference: engine,
    roles: ['neighbour'] as const,
  }))
  if (reference === null) return neighbours
  const againstReference = engines
    .filter(({ engine }) => engine !== reference)
    .map(({ engine }) => ({
      subject: engine,
      reference,
      roles: neighbours.some((pair) => isPairOf(pair, engine, reference))
        ? (['reference', 'neighbour'] as const)
        : (['reference'] as const),
    }))
  const others = neighbours.filter(
    (pair) => pair.subject !== reference && pair.reference !== reference,
  )
  return [...againstReference, ...others]
}

function comparePairs(
  pairs: readonly CandidatePair[],
  series: SeriesByEngine,
  judgement: Judgement,
): readonly PairComparison[] {
  const tested = pairs.flatMap((pair) => {
    const estimate = estimateBetween(series, pair)
    return estimate === null ? [] : [{ ...pair, estimate }]
  })
  const pValues = tested.map(({ estimate }) => estimate.pValue)
  const adjusted = holmAdjust(pValues)
  const decidingPValue = holmNextLevel(pValues, 1 - DEFAULT_CONFIDENCE)
  return tested.map((pair, index) => {
    const adjustedPValue = adjusted[index] ?? 1
    const correction = { adjustedPValue, decidingPValue }
    const verdict = judgePair(pair.estimate, { ...judgement, correction })
    return { ...pair, adjustedPValue, verdict }
  })
}

/**
 * The test behind the rank groups. A head and an engine that are no reference pair and no neighbours are one
 * more test, corrected together with all tests made before it; the verdicts reported are not touched by it.
 * A verdict against the order of the medians (they can rest on other blocks) separates nothing.
 */
function headTest(from: {
  comparisons: readonly PairComparison[]
  engines: readonly EngineSummary[]
  series: SeriesByEngine
  judgement: Judgement
}): (pair: { head: string; engine: string }) => boolean {
  const pValues = from.comparisons.map(({ estimate }) => estimate.pValue)
  const summaries = new Map(from.engines.map(({ engine, summary }) => [engine, summary]))
  return ({ head, engine }) => {
    const known = from.comparisons.find((pair) => isPairOf(pair, head, engine))
    if (known !== undefined) {
      return known.verdict.kind === (known.subject === head ? 'faster' : 'slower')
    }
    const estimate = estimateBetween(from.series, { subject: engine, reference: head })
    if (estimate === null) return rangesAreApart(summaries.get(head), summaries.get(engine))
    pValues.push(estimate.pValue)
    const correction = {
      adjustedPValue: holmAdjust(pValues).at(-1) ?? 1,
      decidingPValue: holmNextLevel(pValues, 1 - DEFAULT_CONFIDENCE),
    }
    return judgePair(estimate, { ...from.judgement, correction }).kind === 'slower'
  }
}

/** Without common blocks there is no paired verdict: only ranges that do not meet are told apart. */
function rangesAreApart(head?: SampleSummary, engine?: SampleSummary): boolean {
  const one = head?.range ?? null
  const other = engine?.range ?? null
  return one !== null && other !== null && (one.max < other.min || other.max < one.min)
}

function estimateBetween(
  series: SeriesByEngine,
  pair: { readonly subject: string; readonly reference: string },
): PairedEstimate | null {
  return estimatePairedRatio({
    subject: series.get(pair.subject) ?? [],
    reference: series.get(pair.reference) ?? [],
  })
}

function isPairOf(
  pair: { readonly subject: string; readonly reference: string },
  one: string,
  other: string,
): boolean {
  return (
    (pair.subject === one && pair.reference === other) ||
    (pair.subject === other && pair.reference === one)
  )
}
