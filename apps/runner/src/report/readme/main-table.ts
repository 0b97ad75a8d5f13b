import type { SliceSummary } from '@rowrate/core'
import { MINIMUM_RUNS } from '@rowrate/core'

import { list, paragraphs, plain, superscript, table } from '../markdown.ts'
import type { Report } from '../report.ts'
import type { SpeedCell, SpeedTable } from '../speed-table.ts'
import { speedTable } from '../speed-table.ts'
import { dash, noisyMark, speed } from '../wording.ts'

/** With more engines than this, they are the rows. */
const mostColumns = 6

/** The speeds of a slice, the best in bold, with numbered notes. */
export function mainTable(report: Report, slice: SliceSummary): string {
  const speeds = speedTable(report, slice)
  const notes = speeds.notes.map((text, index) => `${index + 1}: ${plain(text)}`)
  const drawn = speeds.engines.length > mostColumns ? byEngine(speeds) : byOperation(speeds)
  return paragraphs([drawn, legend(slice, speeds), list(notes)])
}

function byOperation({ engines, rows, geometricMean }: SpeedTable): string {
  const hasLoop = rows.some(({ loop }) => loop !== null)
  return table(
    ['operation', ...engines.map(engineText), ...(hasLoop ? ['loop'] : [])],
    [
      ...rows.map(({ code, name, cells, loop }) => [
        `${code} ${name}`,
        ...cells.map(cellText),
        ...(hasLoop ? [loop ?? ''] : []),
      ]),
      ['Geometric mean', ...geometricMean.map(cellText), ...(hasLoop ? [''] : [])],
    ],
  )
}

function byEngine({ engines, rows, geometricMean }: SpeedTable): string {
  const loops = rows.map(({ loop }) => loop)
  return table(
    ['engine', ...rows.map(({ code, name }) => `${code} ${name}`), 'Geometric mean'],
    [
      ...engines.map((engine, index) => [
        engineText(engine),
        ...rows.map(({ cells }) => cellText(cells[index]!)),
        cellText(geometricMean[index]!),
      ]),
      ...(loops.some((loop) => loop !== null)
        ? [['loop', ...loops.map((loop) => loop ?? ''), '']]
        : []),
    ],
  )
}

const engineText = ({ name, notes }: SpeedTable['engines'][number]): string =>
  name + superscript(notes)

function cellText({ value, isBest, isNoisy, coverage, notes }: SpeedCell): string {
  if (value === null) return dash + superscript(notes)
  const number = isBest ? `**${speed(value)}**` : speed(value)
  const of = coverage === null ? '' : ` (${coverage})`
  return `${isNoisy ? `${noisyMark} ` : ''}${number}${of}${superscript(notes)}`
}

function legend({ runs }: SliceSummary, { rows, geometricMean }: SpeedTable): string {
  const cells = [...rows.flatMap((row) => row.cells), ...geometricMean]
  const sentences = [
    runs < MINIMUM_RUNS
      ? 'Bold: the highest figure; too few runs for intervals, verdicts and rank groups.'
      : 'Bold: the best, and those that the runs do not separate from it.',
    cells.some(({ isNoisy }) => isNoisy) &&
      `${noisyMark}: noisy, the fastest run over 1.5x the slowest; not ranked.`,
    cells.some(({ value }) => value === null) && `${dash}: no figure, for the reason noted.`,
    'The geometric mean is over A to F and I to K; where an engine has fewer, their number stands beside it.',
    rows.some(({ loop }) => loop !== null) &&
      'Loop: the time that one operation spends in the benchmark’s own loop, measured over an engine that does nothing, and its share of the fastest engine’s time.',
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}
