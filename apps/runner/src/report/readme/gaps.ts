import type { Footnote, SliceSummary, SummaryEngine } from '@rowrate/core'

import { limitLines, unavailableLines } from '../limits.ts'
import { details, list, paragraphs, plain, table } from '../markdown.ts'
import type { Report } from '../report.ts'
import { sliceTitle } from '../wording.ts'

/** What is not as it should be or not as everybody else's: failures, missing engines, gaps, limits, disturbed samples. */
export function gapsSection({ summary }: Report): string {
  const { engines, slices } = summary
  return paragraphs([
    ...titled('## Failures', failureTable(slices)),
    ...titled('## Engines that could not take part', list(unavailableLines(engines).map(plain))),
    ...titled('## What engines lack', list(engines.flatMap(lackLines).map(plain))),
    ...titled('## Limits', list(limitLines(engines).map(plain))),
    ...titled('## Disturbed samples', folded(slices.flatMap(disturbanceLines))),
  ])
}

/** A busy machine disturbs hundreds. */
const mostLines = 10

const folded = (lines: readonly string[]): string =>
  lines.length <= mostLines ? list(lines) : details(`${lines.length} notes`, list(lines))

const titled = (title: string, body: string): string[] => (body === '' ? [] : [title, body])

function footnotesOf(slices: readonly SliceSummary[], kind: Footnote['kind']) {
  return slices.flatMap(({ key, footnotes }) =>
    footnotes
      .filter((footnote) => footnote.kind === kind)
      .map((footnote) => ({ ...footnote, place: sliceTitle(key) })),
  )
}

function failureTable(slices: readonly SliceSummary[]): string {
  const rows = footnotesOf(slices, 'failed').map(({ place, engine, operation, text }) => [
    engine,
    operation ?? '',
    place,
    plain(text),
  ])
  const head = ['engine', 'operation', 'where', 'code and message']
  return rows.length === 0 ? '' : table(head, rows, { numbers: head.length })
}

const lackLines = ({ name, lacks }: SummaryEngine): string[] =>
  Object.entries(lacks).map(([feature, reason]) => `${name}: no ${feature}: ${reason}`)

function disturbanceLines(slice: SliceSummary): string[] {
  return (['noisy start', 'rejected'] as const).flatMap((kind) =>
    footnotesOf([slice], kind).map(
      ({ place, engine, operation, text }) =>
        `${place}: ${engine}, ${operation ?? 'all operations'}: ${plain(text)}`,
    ),
  )
}
