import type { SampleSummary } from './sample.ts'
import type { Better } from './verdict.ts'

/** An engine's summary in one operation. */
export interface EngineSummary {
  readonly engine: string
  readonly summary: SampleSummary
}

/** Why an engine has no rank. */
export type UnrankedReason = 'noisy' | 'too few runs'

/** Engines that the runs do not separate from the first of them. */
export interface RankGroup {
  /** 1 + the number of engines in the groups before: 1, 1, 3 for a tie at the top. */
  readonly rank: number
  /** Best median first; the first one is the head. */
  readonly engines: readonly string[]
}

export interface Ranking {
  readonly groups: readonly RankGroup[]
  readonly unranked: readonly { readonly engine: string; readonly reason: UnrankedReason }[]
}

export interface RankingOptions {
  readonly engines: readonly EngineSummary[]
  readonly better?: Better
  /** Whether the paired verdict calls the engine worse than the head of the group above it. */
  readonly isBehind: (pair: { readonly head: string; readonly engine: string }) => boolean
}

/** Best median first; engines of equal medians by name, so that the order never depends on the input's. */
export function sortByMedian<Engine extends EngineSummary>(
  engines: readonly Engine[],
  better: Better = 'higher',
): Engine[] {
  const sign = better === 'higher' ? -1 : 1
  return engines.toSorted(
    (left, right) =>
      sign * (left.summary.median - right.summary.median) || (left.engine < right.engine ? -1 : 1),
  )
}

/** Why the sample can not be ranked, or null when it can. */
export function unrankedReason(summary: SampleSummary): UnrankedReason | null {
  if (summary.range === null) return 'too few runs'
  return summary.range.isNoisy ? 'noisy' : null
}

/**
 * Ranks in groups: going down the medians, an engine joins the current group unless it is called worse than
 * the group's head; then it heads the next one. Noisy engines, and those with fewer than 3 runs, take no
 * part: a noisy head would pull engines of any speed into its tie.
 */
export function rankInGroups({ engines, better, isBehind }: RankingOptions): Ranking {
  const groups: { rank: number; engines: string[] }[] = []
  const unranked: { engine: string; reason: UnrankedReason }[] = []
  let ranked = 0
  for (const { engine, summary } of sortByMedian(engines, better)) {
    const reason = unrankedReason(summary)
    if (reason !== null) {
      unranked.push({ engine, reason })
      continue
    }
    const group = groups.at(-1)
    const head = group?.engines[0]
    ranked += 1
    if (group === undefined || head === undefined || isBehind({ head, engine })) {
      groups.push({ rank: ranked, engines: [engine] })
    } else group.engines.push(engine)
  }
  return { groups, unranked }
}
