import type { DriverTax, Figure, SliceSummary } from '@rowrate/core'

import { details, list, paragraphs, table } from '../markdown.ts'
import { dash, duration, interval, ratio, share } from '../wording.ts'

/** Where the time goes: commits, collections, statements. */
export function costTable({ operations }: SliceSummary): string {
  const rows = operations.flatMap(({ code, figures }) =>
    figures.map((figure) => [
      code,
      figure.engine,
      duration(figure.durationNs),
      ...costCells(figure),
    ]),
  )
  const head = [
    '',
    'engine',
    'time',
    'syncs',
    'commit-bound',
    'collections',
    'statements',
    'columns per UPDATE',
  ]
  const note =
    'Commit-bound: syncs × the commit latency that the canaries around the sample saw ÷ its time; over 100 % where single commits were faster. Statements were counted in a separate, smaller pass: statements / rows of that pass.'
  const body = paragraphs([table(head, rows, { numbers: 2 }), note])
  return details('Time, commits, collections inside the timed region, statements', body)
}

function costCells(figure: Figure): string[] {
  const { syncs, commitBoundShare, collections, statements, auditedRows, updateColumns } = figure
  return [
    syncs === null ? dash : syncs.toLocaleString('en-US'),
    commitBoundShare === null ? dash : share(commitBoundShare),
    collections.count === 0
      ? 'none'
      : `${collections.count}, ${collections.pauseMs.toFixed(1)} ms, ${share(collections.share)}`,
    statements === null ? dash : `${statements} / ${auditedRows ?? dash}`,
    updateColumns === null ? dash : String(Math.round(updateColumns * 10) / 10),
  ]
}

/** What ORMs take over their drivers, by operation. */
export function taxTable({ taxes }: SliceSummary): string {
  if (taxes.length === 0) return ''
  const rows = taxes.flatMap((tax) => [
    ...tax.operations.map(({ code, ratio: value, estimate }) => [
      `${tax.engine} over ${tax.driver}`,
      code,
      ratio(value),
      estimate === null ? dash : interval(estimate),
    ]),
    [
      `${tax.engine} over ${tax.driver}`,
      'mean',
      tax.geometricMean === null ? dash : ratio(tax.geometricMean),
      dash,
    ],
  ])
  const head = ['ORM over its driver', '', 'time', '95 % interval']
  return details(
    'What each ORM takes over its driver, by operation',
    table(head, rows, { numbers: 2 }),
  )
}

/** What each ORM takes over its driver in all, a line each. */
export const taxLines = ({ taxes }: SliceSummary): string => list(taxes.map(taxSentence))

function taxSentence({ engine, driver, geometricMean }: DriverTax): string {
  if (geometricMean === null) return `${engine} has too few operations to be set against ${driver}.`
  return `${engine} takes ${ratio(geometricMean)} the time of ${driver}, by geometric mean.`
}

/** Hot repetitions as they went, where the end was faster still. */
export function climbingText({ key, operations }: SliceSummary): string {
  if (key.mode !== 'hot') return ''
  const climbing = operations.flatMap(({ code, figures }) =>
    figures
      .filter(({ hot }) => hot !== null && hot.blocksClimbing > 0)
      .map(({ engine }) => `${engine} in ${code}`),
  )
  return climbing.length === 0
    ? 'No series was still climbing at its end: the last three repetitions are within 3 % of the three before.'
    : `Still climbing at the end of the series (the last three repetitions over 3 % faster than the three before): ${climbing.join(', ')}.`
}
