import type { StoresRow, StoresSummary } from '@rowrate/core/stores'

import { discordances, publishedFigure, wholeMeasure } from './published.ts'
import { labelOf, sortedRows } from './tables.ts'
import { milliseconds } from './units.ts'

type Setting = StoresSummary['settings'][number]

/** Runs of two that overlap do not tell them apart. */
const overlap = (a: StoresRow, b: StoresRow): boolean =>
  Math.max(...a.whole!.runsNs) >= Math.min(...b.whole!.runsNs)

/** The engines by open–query–close: `<` where every run of one was faster, `≈` where the runs overlap. */
export function orderText(summary: StoresSummary, { rows }: Setting): string {
  const sorted = sortedRows(rows).filter(({ whole }) => whole !== null)
  return sorted
    .map((row, index) => {
      const text = `${labelOf(summary, row.variant)} ${milliseconds(row.whole!.medianNs)} ms`
      const next = sorted[index + 1]
      return next ? `${text} ${overlap(row, next) ? '≈' : '<'}` : text
    })
    .join(' ')
}

const parts = ['open', 'query', 'close'] as const

function partsText(faster: StoresRow, slower: StoresRow): string {
  return parts
    .map(
      (part) =>
        `${part} ${milliseconds(faster[part]!.medianNs)} against ${milliseconds(slower[part]!.medianNs)}`,
    )
    .join(', ')
}

/** Where our order is not the study's: which part makes the difference, in a sentence each. */
export function orderDifferences(summary: StoresSummary, setting: Setting): string[] {
  const { engines } = summary
  const rowOf = (variant: string) => setting.rows.find((row) => row.variant === variant)!
  const theirs = (variant: string) => {
    const engine = engines.find((each) => each.variant === variant)!
    return `${engine.published}: ${publishedFigure(engine, setting.allocator, wholeMeasure)} ms`
  }
  return discordances(engines, setting.rows, setting.allocator).map(
    ({ faster, slower }) =>
      `${labelOf(summary, faster)} is before ${labelOf(summary, slower)} here, behind it in the study (${theirs(faster)}, ${theirs(slower)}). In ms: ${partsText(rowOf(faster), rowOf(slower))}.`,
  )
}
