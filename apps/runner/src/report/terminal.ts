import type { SliceSummary } from '@rowrate/core'
import { MINIMUM_RUNS } from '@rowrate/core'
import pc from 'picocolors'

import { terminalSection } from '../study/section.ts'
import { answerLine } from './answer-line.ts'
import { warningsOf } from './caveats.ts'
import { limitLines, unavailableLines } from './limits.ts'
import type { Colors } from './colors.ts'
import type { Report } from './report.ts'
import type { SpeedTable } from './speed-table.ts'
import { speedTable } from './speed-table.ts'
import { terminalTables } from './terminal-table.ts'
import { dash, noisyMark, runsText, sliceTitle } from './wording.ts'
import { wrap } from './wrap.ts'

export interface TerminalOptions {
  /** Where the set lies, as the reader may type it. */
  readonly directory: string
  readonly colors?: Colors
}

/** The report as `bench` ends: one table per slice, its notes, and where the set lies. At most 100 columns wide. */
export function renderTerminal(
  report: Report,
  { directory, colors = pc }: TerminalOptions,
): string {
  const { study = [] } = report
  const { engines, slices } = report.summary
  const warnings = warningsOf(report).map((text) => `${colors.yellow('Warning:')} ${text}`)
  return [
    // What a study's set is made for; its many tables are in its README.md.
    ...(study.length > 0
      ? study.map((part) => terminalSection(part, colors))
      : slices.map((slice) => sliceText(report, slice, colors))),
    section(warnings),
    section(unavailableLines(engines).map((line) => `Not available: ${line}`)),
    section(limitLines(engines).map((line) => `Limit of ${line}`)),
    `Result set: ${directory} (its README.md has the runs, intervals, verdicts and conditions)`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const section = (lines: readonly string[]): string => lines.map(wrap).join('\n')

function sliceText(report: Report, slice: SliceSummary, colors: Colors): string {
  const table = speedTable(report, slice)
  const title = `${sliceTitle(slice.key)}: rows per second, ${runsText(slice)}, higher is better`
  return [
    colors.bold(wrap(title)),
    terminalTables(table, colors),
    section(legendOf(slice, table)),
    wrap(answerLine(slice)),
  ].join('\n\n')
}

function legendOf({ runs }: SliceSummary, table: SpeedTable): string[] {
  const cells = [...table.rows.flatMap((row) => row.cells), ...table.geometricMean]
  const best =
    runs < MINIMUM_RUNS
      ? '* highest'
      : '* best: the first, and those the runs do not separate from it'
  return [
    [
      best,
      ...(cells.some(({ isNoisy }) => isNoisy)
        ? [`${noisyMark} noisy: fastest run over 1.5x the slowest, not ranked`]
        : []),
      ...(cells.some(({ value }) => value === null) ? [`${dash} no figure`] : []),
      ...(table.rows.some(({ loop }) => loop !== null)
        ? ['loop: time of the empty loop, and its share of the fastest engine’s time']
        : []),
    ].join('.  '),
    ...table.notes.map((text, index) => `[${index + 1}] ${text}`),
  ]
}
