import type { GeometricMeanSummary, SliceSummary } from '@rowrate/core'
import { MINIMUM_RUNS } from '@rowrate/core'
import { median } from 'simple-statistics'

import { compactSpeed, counted, listed, speed } from './wording.ts'

/** Who is first in a slice, in a sentence. It names all engines that the runs can not separate. */
export function answerLine({ geometricMeans, runs }: SliceSummary): string {
  const complete = geometricMeans.filter(
    ({ isRanked, operations, total, value }) =>
      isRanked && value !== null && operations.length === total,
  )
  const best = complete.filter(({ isBest }) => isBest)
  const first = best[0]
  if (first === undefined) {
    return complete.length === 0
      ? 'No engine has all nine object operations, so none is first by geometric mean.'
      : 'The runs are too noisy to say which engine is first by geometric mean.'
  }
  if (runs < MINIMUM_RUNS) {
    return `Highest geometric mean: ${listed(names(best))}, ${speed(valueOf(first))} rows/s. ${counted(runs, 'run')}: too few to call any difference.`
  }
  const level = best.length > 1
  const others = complete.filter(({ isBest }) => !isBest).map(valueOf)
  const verb = level
    ? `are level at about ${compactSpeed(valueOf(first))}`
    : `is first at ${speed(valueOf(first))}`
  const middle = others.length === 0 ? '' : `; ${middleText(others)}`
  return `By geometric mean ${listed(names(best))} ${verb} rows/s${middle}.`
}

const names = (means: readonly GeometricMeanSummary[]): string[] =>
  means.map(({ engine }) => engine)

const valueOf = ({ value }: GeometricMeanSummary): number => value ?? 0

const middleText = (others: number[]): string =>
  others.length === 1
    ? `the other does ${speed(others[0] ?? 0)}`
    : `the middle one of the others does ${speed(median(others))}`
