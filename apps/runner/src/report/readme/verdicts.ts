import type { OperationSummary, SliceSummary, SummaryComparison } from '@rowrate/core'
import { MINIMUM_RUNS } from '@rowrate/core'

import { details, list, paragraphs, table } from '../markdown.ts'
import { agreement, dash, interval, listed, ratio, share, verdict } from '../wording.ts'

/** Rank groups and noise floors; a sentence instead where there are too few runs. */
export function verdictsOf(slice: SliceSummary): string {
  if (slice.runs < MINIMUM_RUNS) {
    return `Under ${MINIMUM_RUNS} runs there is no interval, no verdict and no rank group.`
  }
  return paragraphs([rankTable(slice), rankChangeText(slice)])
}

function rankTable({ operations }: SliceSummary): string {
  const rows = operations.map((operation) => [
    operation.code,
    groupsText(operation),
    operation.noiseFloor === null ? dash : share(operation.noiseFloor),
    share(operation.threshold),
  ])
  const head = ['', 'rank groups', 'A/A noise floor', 'smallest difference called']
  const hasFloor = operations.some(({ noiseFloor }) => noiseFloor !== null)
  const missing = hasFloor
    ? ''
    : 'No twin of the reference ran, so there is no A/A noise floor; the smallest difference called is 3 %.'
  return paragraphs([table(head, rows, { numbers: 2 }), missing])
}

/** `1: a, b · 3: c · no rank: d (noisy)`. */
function groupsText({ figures }: OperationSummary): string {
  const byRank = Map.groupBy(figures, ({ rank }) => rank)
  const groups = [...byRank]
    .filter(([rank]) => rank !== null)
    .toSorted(([left], [right]) => (left ?? 0) - (right ?? 0))
    .map(([rank, members]) => `${rank}: ${members.map(({ engine }) => engine).join(', ')}`)
  const others = (byRank.get(null) ?? []).map(
    ({ engine, unranked }) => `${engine} (${unranked ?? 'no rank'})`,
  )
  return [...groups, ...(others.length === 0 ? [] : [`no rank: ${others.join(', ')}`])].join(' · ')
}

function rankChangeText({ rankChanges }: SliceSummary): string {
  if (rankChanges.length === 0) {
    return 'No rank by geometric mean changes if one operation is left out.'
  }
  const byOperation = Map.groupBy(rankChanges, ({ leftOut }) => leftOut)
  const lines = [...byOperation].map(([leftOut, changes]) => {
    const moves = changes.map(
      ({ engine, rank, rankWithout }) => `${engine} from ${rank} to ${rankWithout}`,
    )
    return `Rank changes if operation ${leftOut} is left out: ${listed(moves)}.`
  })
  return list(lines)
}

/** Every pair that was tested; nothing where there are too few runs. */
export function comparisonTable(slice: SliceSummary): string {
  const rows = slice.operations.flatMap(({ code, comparisons }) =>
    comparisons.map((comparison) => [code, ...comparisonCells(comparison)]),
  )
  const means = slice.geometricMeans.flatMap(({ engine, againstReference }) => {
    const { estimate, adjustedPValue, verdict: judged, operations = [] } = againstReference ?? {}
    if (!estimate || !judged || !slice.reference) return []
    return [
      [
        'mean',
        `${engine} ÷ ${slice.reference}, over ${operations.length} operations`,
        ratio(estimate.ratio),
        interval(estimate),
        agreement(estimate),
        pValue(adjustedPValue ?? 1),
        verdict(judged),
      ],
    ]
  })
  if (rows.length === 0) return ''
  const head = ['', 'pair', 'ratio', '95 % interval', 'blocks', 'p (Holm)', 'verdict']
  const summary = `Paired ratios against ${slice.reference ?? 'neighbours'} and between neighbours in rank`
  return details(summary, table(head, [...rows, ...means], { numbers: 2 }))
}

function comparisonCells(comparison: SummaryComparison): string[] {
  const { subject, reference, roles, estimate, adjustedPValue } = comparison
  const neighbours = roles.includes('neighbour') ? ' (neighbours)' : ''
  return [
    `${subject} ÷ ${reference}${neighbours}`,
    ratio(estimate.ratio),
    interval(estimate),
    agreement(estimate),
    pValue(adjustedPValue),
    verdict(comparison.verdict),
  ]
}

const pValue = (value: number): string => (value < 0.001 ? '< 0.001' : value.toFixed(3))
