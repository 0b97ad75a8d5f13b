import type {
  EngineSummary,
  GeometricMeanSummary,
  OperationCode,
  OperationSummary,
  PairedEstimate,
  SeriesByOperation,
  Verdict,
} from '@rowrate/core'
import {
  DEFAULT_CONFIDENCE,
  geometricMeanRatio,
  holmAdjust,
  holmNextLevel,
  judgePair,
  noiseFloorOf,
  operations,
  ownGeometricMean,
  rankInGroups,
} from '@rowrate/core'

export type SeriesByEngine = ReadonlyMap<string, SeriesByOperation>

interface Standings {
  readonly ranked: readonly string[]
  readonly reference: string | null
  /** Series of the reference's twin. */
  readonly twin: SeriesByOperation | null
}

/** The speeds of every engine with a figure, as they stand in the operations. */
export function seriesByEngine(rows: readonly OperationSummary[]): SeriesByEngine {
  const engines = new Map<string, Record<string, readonly (number | null)[]>>()
  for (const { code, figures } of rows) {
    for (const { engine, points } of figures) {
      engines.set(engine, { ...engines.get(engine), [code]: points })
    }
  }
  return engines
}

/** Each engine's mean over its own object operations, best first; those below the quorum and those without a rank last. */
export function geometricMeans(series: SeriesByEngine, roles: Standings): GeometricMeanSummary[] {
  const ratios = ratiosToReference(series, roles)
  const best = bestOf(series, roles)
  const means = [...series].map(([engine, own]) => {
    const mean = ownGeometricMean(own)
    return {
      engine,
      value: mean.value,
      operations: codesOf(mean.operations),
      total: mean.total,
      range: mean.blocks?.range ?? null,
      isBest: best.includes(engine),
      isRanked: roles.ranked.includes(engine),
      againstReference: ratios.get(engine) ?? null,
    }
  })
  return means.toSorted(
    (left, right) =>
      Number(right.isRanked) - Number(left.isRanked) || (right.value ?? 0) - (left.value ?? 0),
  )
}

/** The statistics know the operations as text only. */
const codesOf = (names: readonly string[]): OperationCode[] =>
  operations.flatMap(({ code }) => (names.includes(code) ? [code] : []))

function ratiosToReference(
  series: SeriesByEngine,
  { ranked, reference, twin }: Standings,
): ReadonlyMap<string, NonNullable<GeometricMeanSummary['againstReference']>> {
  const base = reference === null ? undefined : series.get(reference)
  if (base === undefined) return new Map()
  const ratios = ranked.flatMap((engine) => {
    const subject = series.get(engine)
    if (engine === reference || subject === undefined) return []
    return [{ engine, ...geometricMeanRatio({ subject, reference: base }) }]
  })
  const floor = twin && geometricMeanRatio({ subject: twin, reference: base }).estimate
  const verdicts = judgeTogether(
    ratios.map(({ estimate }) => estimate),
    floor && noiseFloorOf(floor),
  )
  return new Map(
    ratios.map(({ engine, operations: common, ratioOfMedians, estimate }, index) => [
      engine,
      {
        operations: codesOf(common),
        ratioOfMedians,
        estimate,
        adjustedPValue: verdicts[index]?.adjustedPValue ?? null,
        verdict: verdicts[index]?.verdict ?? null,
      },
    ]),
  )
}

/** Verdicts in the order given, Holm-corrected together; null without an estimate. */
function judgeTogether(
  estimates: readonly (PairedEstimate | null)[],
  noiseFloor: number | null,
): ({ readonly adjustedPValue: number; readonly verdict: Verdict } | null)[] {
  const tested = estimates.filter((estimate) => estimate !== null)
  const pValues = tested.map(({ pValue }) => pValue)
  const adjusted = holmAdjust(pValues)
  const decidingPValue = holmNextLevel(pValues, 1 - DEFAULT_CONFIDENCE)
  return estimates.map((estimate) => {
    if (estimate === null) return null
    const adjustedPValue = adjusted[tested.indexOf(estimate)] ?? 1
    const correction = { adjustedPValue, decidingPValue }
    return { adjustedPValue, verdict: judgePair(estimate, { noiseFloor, correction }) }
  })
}

/** The engines with all nine operations that the runs do not separate from the first; with too few runs the highest. */
function bestOf(series: SeriesByEngine, { ranked }: Standings): readonly string[] {
  const complete = ranked.flatMap((engine) => {
    const mean = ownGeometricMean(series.get(engine) ?? {})
    return mean.isComplete && mean.blocks !== null && mean.value !== null
      ? [{ engine, value: mean.value, summary: mean.blocks }]
      : []
  })
  if (complete.every(({ summary }) => summary.range === null)) {
    const highest = Math.max(...complete.map(({ value }) => value))
    return complete.filter(({ value }) => value === highest).map(({ engine }) => engine)
  }
  return firstGroup(complete, series)
}

function firstGroup(engines: readonly EngineSummary[], series: SeriesByEngine): readonly string[] {
  const isBehind = ({ head, engine }: { head: string; engine: string }) => {
    const subject = series.get(engine) ?? {}
    const reference = series.get(head) ?? {}
    const { estimate } = geometricMeanRatio({ subject, reference })
    return estimate !== null && judgePair(estimate).kind === 'slower'
  }
  return rankInGroups({ engines, isBehind }).groups[0]?.engines ?? []
}
