import { logAverage, median } from 'simple-statistics'
import {
  type BlockSeries,
  type PairedEstimate,
  estimatePairedRatio,
  valuesOf,
} from './paired-ratio.ts'
import { type SampleSummary, summarizeSample } from './sample.ts'

/** The operations of the geometric mean: the projections G, H and the relation operations L–N stay out. */
export const OBJECT_OPERATIONS: readonly string[] = ['A', 'B', 'C', 'D', 'E', 'F', 'I', 'J', 'K']

/** Values in rows per second by operation code; an operation the engine lacks is absent or all null. */
export type SeriesByOperation = Readonly<Record<string, BlockSeries>>

/** Over how many operations a geometric mean goes. */
export interface OperationCoverage {
  readonly operations: readonly string[]
  /** How many there would be: 9. A mean over fewer is marked with both numbers. */
  readonly total: number
  readonly isComplete: boolean
}

export interface OwnGeometricMean extends OperationCoverage {
  /** Geometric mean of the operations' medians, rows per second; null below the quorum. */
  readonly value: number | null
  /** The geometric mean of each block that has all of `operations`; null where no block has. */
  readonly blocks: SampleSummary | null
}

export interface GeometricMeanRatio extends OperationCoverage {
  /** Ratio of the geometric means of the medians, subject ÷ reference; null below the quorum. */
  readonly ratioOfMedians: number | null
  /** The same from the blocks in which both have all of `operations`; null for fewer than 3 of them. */
  readonly estimate: PairedEstimate | null
}

export interface GeometricMeanOptions {
  /** The operations to average over, by default the nine object operations. */
  readonly operations?: readonly string[]
  /** Fewest operations that make a mean; by default more than half of them. */
  readonly quorum?: number
}

/** An engine's rank by its geometric mean, with all operations and with one left out. */
export interface RankChange {
  readonly leftOut: string
  readonly engine: string
  readonly rank: number
  readonly rankWithout: number
}

/**
 * An engine's geometric mean over its own operations (Fleming & Wallace 1986, doi 10.1145/5666.5673), by
 * logarithms because a product of nine speeds can overflow.
 */
export function ownGeometricMean(
  series: SeriesByOperation,
  options: GeometricMeanOptions = {},
): OwnGeometricMean {
  const coverage = coverageOf([series], options)
  if (!hasQuorum(coverage, options)) return { ...coverage, value: null, blocks: null }
  const blockMeans = perBlock(series, coverage.operations).filter((value) => value !== null)
  return {
    ...coverage,
    value: logAverage(mediansOf(series, coverage.operations)),
    blocks: summarizeSample(blockMeans),
  }
}

/** The ratio of two engines' geometric means over the operations that both have. */
export function geometricMeanRatio(
  pair: { readonly subject: SeriesByOperation; readonly reference: SeriesByOperation },
  options: GeometricMeanOptions = {},
): GeometricMeanRatio {
  const coverage = coverageOf([pair.subject, pair.reference], options)
  if (!hasQuorum(coverage, options)) return { ...coverage, ratioOfMedians: null, estimate: null }
  const { operations } = coverage
  return {
    ...coverage,
    ratioOfMedians:
      logAverage(mediansOf(pair.subject, operations)) /
      logAverage(mediansOf(pair.reference, operations)),
    estimate: estimatePairedRatio({
      subject: perBlock(pair.subject, operations),
      reference: perBlock(pair.reference, operations),
    }),
  }
}

/**
 * Where leaving one operation out changes an engine's rank by geometric mean. Only engines that have all the
 * operations take part: means over different operations do not compare.
 */
export function rankChangesByOperation(
  engines: Readonly<Record<string, SeriesByOperation>>,
  { operations = OBJECT_OPERATIONS }: { readonly operations?: readonly string[] } = {},
): RankChange[] {
  const complete = Object.entries(engines)
    .filter(([, series]) => coverageOf([series], { operations }).isComplete)
    .map(([engine, series]) => ({ engine, series }))
  const ranks = ranksOver(complete, operations)
  return operations.flatMap((leftOut) => {
    const others = operations.filter((operation) => operation !== leftOut)
    if (others.length === 0) return []
    const ranksWithout = ranksOver(complete, others)
    return complete.flatMap(({ engine }) => {
      const rank = ranks.get(engine) ?? 0
      const rankWithout = ranksWithout.get(engine) ?? 0
      return rank === rankWithout ? [] : [{ leftOut, engine, rank, rankWithout }]
    })
  })
}

/** Rank by geometric mean of the medians, best first: 1 + the number of engines with a higher mean. */
function ranksOver(
  engines: readonly { readonly engine: string; readonly series: SeriesByOperation }[],
  operations: readonly string[],
): ReadonlyMap<string, number> {
  const means = engines.map(({ series }) => logAverage(mediansOf(series, operations)))
  return new Map(
    engines.map(({ engine }, index) => {
      const own = means[index] ?? 0
      return [engine, 1 + means.filter((other) => other > own).length]
    }),
  )
}

function coverageOf(
  engines: readonly SeriesByOperation[],
  { operations = OBJECT_OPERATIONS }: GeometricMeanOptions,
): OperationCoverage {
  const present = operations.filter((operation) =>
    engines.every((series) => valuesOf(series[operation] ?? []).length > 0),
  )
  return {
    operations: present,
    total: operations.length,
    isComplete: present.length === operations.length,
  }
}

function hasQuorum(
  { operations, total }: OperationCoverage,
  options: GeometricMeanOptions,
): boolean {
  const { quorum = Math.floor(total / 2) + 1 } = options
  return operations.length >= Math.max(1, quorum)
}

function mediansOf(series: SeriesByOperation, operations: readonly string[]): number[] {
  return operations.map((operation) => median(valuesOf(series[operation] ?? [])))
}

/** The geometric mean of each block over the operations; null where the block lacks one of them. */
function perBlock(series: SeriesByOperation, operations: readonly string[]): BlockSeries {
  const columns = operations.map((operation) => series[operation] ?? [])
  const blocks = columns[0]?.length ?? 0
  if (columns.some((column) => column.length !== blocks)) {
    throw new RangeError('all operations of an engine need the same blocks')
  }
  return Array.from({ length: blocks }, (_, block) => {
    const values = valuesOf(columns.map((column) => column[block] ?? null))
    return values.length === columns.length ? logAverage(values) : null
  })
}
