import { percentile } from '@rowrate/core'
import type { OkPhaseLine, StoreFigure } from '@rowrate/core/stores'
import { unpackSamples } from '@rowrate/core/stores'
import { max, median } from 'simple-statistics'

/** The durations of some steps of a phase added up, store by store. */
export function durationsOf({ result }: OkPhaseLine, steps: readonly string[]): number[] {
  const columns = steps.map((step) => unpackSamples(result.samples[step]!))
  return columns[0]!.map((_, store) => columns.reduce((sum, column) => sum + column[store]!, 0))
}

/** Median of values of which some may be null: null unless all runs have one. */
function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length < values.length || known.length === 0 ? null : median(known)
}

/** Several runs of the same part; null without any. */
export function figureOf(runs: readonly (readonly number[])[]): StoreFigure | null {
  if (runs.length === 0) return null
  const medians = runs.map((run) => median([...run]))
  return {
    medianNs: median(medians),
    p90Ns: medianOf(runs.map((run) => percentile(run, 0.9))),
    p99Ns: medianOf(runs.map((run) => percentile(run, 0.99))),
    maxNs: median(runs.map((run) => max([...run]))),
    runsNs: medians,
  }
}

export const figureOfSteps = (
  lines: readonly OkPhaseLine[],
  steps: readonly string[],
): StoreFigure | null => figureOf(lines.map((line) => durationsOf(line, steps)))

/** Stores of a phase that went through. */
export const doneStores = ({ result }: OkPhaseLine): number =>
  unpackSamples(Object.values(result.samples)[0]!).length
