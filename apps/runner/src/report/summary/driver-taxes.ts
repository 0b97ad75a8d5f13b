import type { DriverTax, OperationSummary } from '@rowrate/core'
import { estimatePairedRatio, geometricMeanRatio } from '@rowrate/core'

import type { SeriesByEngine } from './geometric-means.ts'

/** What each ORM takes over its driver: the engine `<orm>-<driver>` against the engine `<driver>`, where both are there. */
export function driverTaxes(
  operations: readonly OperationSummary[],
  series: SeriesByEngine,
): DriverTax[] {
  const engines = [...series.keys()]
  return engines.flatMap((engine) => {
    const driver = driverOf(engine, engines)
    if (driver === null) return []
    const taxes = operations.flatMap((operation) => taxOf(operation, engine, driver))
    const pair = { subject: series.get(driver) ?? {}, reference: series.get(engine) ?? {} }
    const geometricMean = geometricMeanRatio(pair).ratioOfMedians
    return [{ engine, driver, operations: taxes, geometricMean }]
  })
}

/** The longest engine name that the name ends in, after a hyphen. */
export function driverOf(engine: string, engines: readonly string[]): string | null {
  const drivers = engines.filter((other) => engine.endsWith(`-${other}`))
  return drivers.toSorted((left, right) => right.length - left.length)[0] ?? null
}

function taxOf(
  { code, figures }: OperationSummary,
  engine: string,
  driver: string,
): DriverTax['operations'] {
  const own = figures.find((figure) => figure.engine === engine)
  const floor = figures.find((figure) => figure.engine === driver)
  if (own === undefined || floor === undefined) return []
  const estimate = estimatePairedRatio({ subject: floor.points, reference: own.points })
  return [{ code, ratio: estimate?.ratio ?? floor.median / own.median, estimate }]
}
