import type { Figure, SliceSummary } from '@rowrate/core'

import { details, table } from '../markdown.ts'
import { compactSpeed, dash, noisyMark, share, speed } from '../wording.ts'

/** All runs of a slice, one row per figure. */
export function runsTable({ operations, geometricMeans, runs }: SliceSummary): string {
  const confidence = operations.flatMap(({ figures }) =>
    figures.flatMap(({ range }) => range?.confidence ?? []),
  )
  const most = Math.max(0, ...confidence)
  const rows = operations.flatMap(({ code, figures }) =>
    figures.map((figure) => [
      code,
      figure.engine,
      figure.points.map((point) => (point === null ? dash : compactSpeed(point))).join(' '),
      speed(figure.median),
      ...rangeCells(figure.range),
    ]),
  )
  const means = geometricMeans.flatMap(({ engine, value, range }) =>
    value === null ? [] : [['mean', engine, '', speed(value), ...rangeCells(range)]],
  )
  const interval = most === 0 ? 'min–max' : `min–max (${(most * 100).toFixed(2)} %)`
  const head = ['', 'engine', 'by block', 'median', interval, '±']
  const summary = runs === 1 ? 'The run' : `The ${runs} runs`
  return details(`${summary}, rows per second`, table(head, [...rows, ...means], { numbers: 3 }))
}

function rangeCells(range: Figure['range']): string[] {
  if (range === null) return [dash, dash]
  const noisy = range.isNoisy ? `${noisyMark} ` : ''
  return [`${speed(range.min)}–${speed(range.max)}`, noisy + share(range.spread)]
}
