import type {
  AuditedOperation,
  Figure,
  OkSample,
  OperationCode,
  Ranking,
  SampleSummary,
} from '@rowrate/core'
import { MINIMUM_RUNS, operationOf } from '@rowrate/core'
import { mean, median } from 'simple-statistics'

import type { SliceContext } from './context.ts'
import { auditKey } from './context.ts'
import { countedNs, hotSeries, present, seriesOf, validSamples } from './series.ts'

export interface Standing {
  readonly rank: number | null
  readonly unranked: string | null
  readonly isBest: boolean
}

/** Everything that a table says of one engine in one operation. */
export function figureOf(
  context: SliceContext,
  at: { readonly engine: string; readonly operation: OperationCode },
  from: { readonly summary: SampleSummary; readonly standing: Standing },
): Figure {
  const samples = validSamples(context.slice, at)
  const valid = present(samples)
  const audit = context.audits.get(auditKey(at.engine, at.operation))
  const syncs = audit === undefined ? null : syncsOf(audit, valid)
  return {
    engine: at.engine,
    median: from.summary.median,
    points: [...seriesOf(samples)],
    range: from.summary.range,
    ...from.standing,
    durationNs: median(valid.map(countedNs)),
    collections: collectionsOf(valid),
    commitBoundShare: syncs === null ? null : commitBoundShare(valid, syncs),
    syncs,
    ...statementsOf(audit),
    hot: hotSeries(samples, context.slice.key.mode),
  }
}

const statementsOf = (audit: AuditedOperation | undefined) => ({
  statements: audit?.statements ?? null,
  auditedRows: audit?.rows ?? null,
  updateColumns: audit?.updateColumns ?? null,
})

/** Syncs of the measured operation: the audited pass has fewer rows, so where each row commits they are counted up. */
function syncsOf({ operation, commits, syncs }: AuditedOperation, valid: readonly OkSample[]) {
  if (syncs === undefined) return null
  const audited = Object.values(syncs).reduce((sum, count) => sum + count, 0)
  const { kind, shape } = operationOf(operation)
  if (kind === 'read' || shape !== 'each' || commits === 0) return audited
  return Math.round((audited / commits) * median(valid.map(({ measurement }) => measurement.rows)))
}

/** Medians over the samples, of each sample's last timed pass. */
function collectionsOf(samples: readonly OkSample[]): Figure['collections'] {
  const passes = samples.flatMap(({ measurement }) => measurement.regions.slice(-1))
  const medianOf = (of: (pass: (typeof passes)[number]) => number) => median(passes.map(of))
  return {
    count: medianOf(({ collections: { minor, major, other } }) => minor + major + other),
    pauseMs: medianOf(({ collections }) => collections.pauseMs),
    share: medianOf(({ collections, durationNs }) => (collections.pauseMs * 1e6) / durationNs),
  }
}

/** How much of the time its syncs would take at the latency that the canaries around it saw; null without canaries. */
function commitBoundShare(samples: readonly OkSample[], syncs: number): number | null {
  const shares = samples.flatMap((sample) => {
    const canaries = [sample.canaryBefore, sample.canaryAfter].filter((each) => each !== undefined)
    if (canaries.length === 0) return []
    const commitNs = mean(canaries.map(({ commitMedianNs }) => commitMedianNs))
    return [(syncs * commitNs) / countedNs(sample)]
  })
  return shares.length === 0 ? null : median(shares)
}

/** Rank and best mark of an engine. Without rank groups, for want of runs, the highest median is the best. */
export function standingOf(
  engine: string,
  ranking: Ranking,
  summaries: readonly { readonly engine: string; readonly summary: SampleSummary }[],
): Standing {
  const group = ranking.groups.find(({ engines }) => engines.includes(engine))
  const reason = ranking.unranked.find((each) => each.engine === engine)?.reason ?? null
  const hasGroups = summaries.some(({ summary }) => summary.points.length >= MINIMUM_RUNS)
  const highest = summaries[0]?.summary.median
  const own = summaries.find((each) => each.engine === engine)?.summary.median
  return {
    rank: group?.rank ?? null,
    unranked: reason,
    isBest: hasGroups ? group?.rank === 1 : own === highest,
  }
}
