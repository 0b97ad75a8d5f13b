import type { OperationSummary, SliceSummary, Summary } from '@rowrate/core'
import { MINIMUM_RUNS, operations, rankChangesByOperation, valuesOf } from '@rowrate/core'

import type { ResultSet } from '../read-result-set.ts'
import { conditionsOf } from './conditions.ts'
import type { Roles, SliceContext } from './context.ts'
import { auditsOf, rolesOf } from './context.ts'
import { driverTaxes } from './driver-taxes.ts'
import { footnotesOf } from './footnotes.ts'
import type { SeriesByEngine } from './geometric-means.ts'
import { geometricMeans, seriesByEngine } from './geometric-means.ts'
import { operationSummary } from './operation-summary.ts'
import { seriesOf, validSamples } from './series.ts'
import type { Slice } from './slices.ts'
import { slicesOf } from './slices.ts'
import { summaryEngines } from './summary-engines.ts'

/** Everything that the reports show, from the raw lines alone. Throws RESULT_SET_INVALID for lines that contradict each other. */
export function summarize(set: ResultSet): Summary {
  const roles = rolesOf(set)
  return {
    schema: 1,
    startedAt: set.environment.startedAt,
    engines: summaryEngines(set),
    slices: slicesOf(set).map((slice) => summarizeSlice(set, slice, roles)),
    conditions: conditionsOf(set),
  }
}

function summarizeSlice(set: ResultSet, slice: Slice, roles: Roles): SliceSummary {
  const audits = auditsOf(set, slice)
  const { unavailable, environment } = set
  const context = { slice, roles, unavailable, engines: environment.engines, audits }
  const rows = operations.flatMap((operation) => operationSummary(context, operation) ?? [])
  const series = seriesByEngine(rows)
  return {
    key: slice.key,
    blocks: slice.blocks,
    runs: runsIn(rows),
    reference: roles.reference,
    operations: rows,
    geometricMeans: geometricMeans(series, { ...roles, twin: twinSeries(context) }),
    rankChanges: runsIn(rows) < MINIMUM_RUNS ? [] : rankChanges(series, roles),
    taxes: driverTaxes(rows, series),
    footnotes: footnotesOf(context, rows, set),
  }
}

const runsIn = (rows: readonly OperationSummary[]): number =>
  Math.max(
    0,
    ...rows.flatMap(({ figures }) => figures.map(({ points }) => valuesOf(points).length)),
  )

function twinSeries({ slice, roles }: SliceContext) {
  const engine = roles.twin
  if (engine === null) return null
  return Object.fromEntries(
    operations.map(({ code }) => [
      code,
      seriesOf(validSamples(slice, { engine, operation: code, twin: true })),
    ]),
  )
}

function rankChanges(series: SeriesByEngine, { ranked }: Roles) {
  return rankChangesByOperation(
    Object.fromEntries([...series].filter(([engine]) => ranked.includes(engine))),
  )
}
