import type { EngineSeries, Figure, Operation, OperationSummary } from '@rowrate/core'
import { compareOperation, reasonForAbsence, summarizeSample, valuesOf } from '@rowrate/core'
import { median } from 'simple-statistics'

import type { SliceContext } from './context.ts'
import { figureOf, standingOf } from './figures.ts'
import { missingReason } from './missing-reason.ts'
import { countedNs, present, seriesOf, validSamples } from './series.ts'

/** One row of a table; null where no engine has the operation. */
export function operationSummary(
  context: SliceContext,
  operation: Operation,
): OperationSummary | null {
  const { slice, roles } = context
  const takesPart = slice.samples.some(
    (sample) =>
      sample.operation === operation.code &&
      sample.status !== 'absent' &&
      sample.engine !== roles.loop,
  )
  if (!takesPart) return null
  const series = roles.ranked.map((engine) => seriesFor(context, engine, operation))
  const { comparison, figures } = rankedFigures(context, operation, series)
  const all = [...figures, ...unrankedFigures(context, operation)]
  return {
    code: operation.code,
    name: operation.name,
    isObjectOperation: operation.ranked,
    figures: all,
    missing: missingOf(context, operation, all),
    comparisons: comparison.comparisons.map((each) => ({ ...each, roles: [...each.roles] })),
    twin: comparison.twin,
    noiseFloor: comparison.noiseFloor,
    threshold: comparison.threshold,
    loop: loopOf(context, operation, figures),
  }
}

const seriesFor = (context: SliceContext, engine: string, { code }: Operation): EngineSeries => ({
  engine,
  values: seriesOf(validSamples(context.slice, { engine, operation: code })),
})

function rankedFigures(
  context: SliceContext,
  operation: Operation,
  engines: readonly EngineSeries[],
) {
  const { reference, twin } = context.roles
  const isReference = engines.some(
    ({ engine, values }) => engine === reference && valuesOf(values).length > 0,
  )
  const comparison = compareOperation({
    engines,
    reference: isReference ? reference : null,
    twin: twin === null ? null : twinSeries(context, twin, operation),
  })
  const figures = comparison.engines.map(({ engine, summary }) => {
    const standing = standingOf(engine, comparison.ranking, comparison.engines)
    return figureOf(context, { engine, operation: operation.code }, { summary, standing })
  })
  return { comparison, figures }
}

const twinSeries = ({ slice }: SliceContext, engine: string, { code }: Operation) =>
  seriesOf(validSamples(slice, { engine, operation: code, twin: true }))

function unrankedFigures(context: SliceContext, operation: Operation): Figure[] {
  return [...context.roles.unranked].flatMap(([engine, reason]) => {
    const { values } = seriesFor(context, engine, operation)
    const summary = summarizeSample(valuesOf(values))
    const standing = { rank: null, unranked: reason, isBest: false }
    if (summary === null) return []
    return [figureOf(context, { engine, operation: operation.code }, { summary, standing })]
  })
}

function missingOf(
  { slice, roles, unavailable, engines }: SliceContext,
  operation: Operation,
  figures: readonly Figure[],
): OperationSummary['missing'] {
  const absence = (engine: string) => {
    const description = engines[engine]?.description
    return description && reasonForAbsence(operation, description, slice.key.test)
  }
  return [...roles.ranked, ...roles.unranked.keys()]
    .filter((engine) => slice.engines?.includes(engine) ?? true)
    .filter((engine) => figures.every((figure) => figure.engine !== engine))
    .map((engine) => ({
      engine,
      reason:
        absence(engine) ?? missingReason(slice, { engine, operation: operation.code }, unavailable),
    }))
}

/** What the driver loop takes over an engine that does nothing. */
function loopOf(
  { slice, roles }: SliceContext,
  { code }: Operation,
  ranked: readonly Figure[],
): OperationSummary['loop'] {
  if (roles.loop === null) return null
  const samples = present(validSamples(slice, { engine: roles.loop, operation: code }))
  if (samples.length === 0) return null
  const durationNs = median(samples.map(countedNs))
  const fastestNs = Math.min(...ranked.map((figure) => figure.durationNs))
  return { durationNs, share: ranked.length === 0 ? null : durationNs / fastestNs }
}
