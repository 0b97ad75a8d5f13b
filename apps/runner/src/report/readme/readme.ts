import type { SliceSummary } from '@rowrate/core'

import { markdownSection } from '../../study/section.ts'
import { answerLine } from '../answer-line.ts'
import { caveatsOf, warningsOf } from '../caveats.ts'
import { list, paragraphs } from '../markdown.ts'
import type { Report } from '../report.ts'
import { counted, runsText, sliceTitle } from '../wording.ts'
import { climbingText, costTable, taxLines, taxTable } from './costs.ts'
import { environmentSection } from './environment.ts'
import { gapsSection } from './gaps.ts'
import { mainTable } from './main-table.ts'
import { modesSection } from './modes.ts'
import { publishedSection } from './published.ts'
import { runsTable } from './runs.ts'
import { comparisonTable, verdictsOf } from './verdicts.ts'

/** Where the tables of single runs, pairs and costs stand: in the README itself, or in a file for each slice. */
export type Placement = 'inline' | 'linked'

export const detailsFolder = 'details'

/** README.md of a result set: which one, by how much, can it be trusted, all runs. */
export function renderReadme(report: Report, placement: Placement = 'inline'): string {
  const { environment, summary } = report
  const date = environment.startedAt.slice(0, 10)
  const warnings = warningsOf(report)
  const text = paragraphs([
    `# Results of ${date}`,
    `${counted(summary.engines.length, 'engine')} on ${environment.machine.cpu}, ${environment.storage.fileSystem}. Rows per second, higher is better. Rendered from the raw lines beside it; \`pnpm report\` with this folder renders it again.`,
    warnings.length > 0 && list(warnings.map((warning) => `**Warning:** ${warning}`)),
    ...studyParts(report),
    ...summary.slices.map((slice) => sliceSection(report, slice, placement)),
    modesSection(report),
    gapsSection(report),
    publishedSection(report),
    environmentSection(report),
    '## Caveats',
    list(caveatsOf(report)),
  ])
  return `${text}\n`
}

const studyParts = ({ study = [] }: Report): string[] =>
  study.length === 0 ? [] : ['## Beside the published study', ...study.map(markdownSection)]

/** The files that a linked README refers to, by path within the set. */
export const renderDetails = ({ summary }: Report): ReadonlyMap<string, string> =>
  new Map(
    summary.slices.map((slice) => [
      detailsPath(slice),
      `${paragraphs([`# ${sliceTitle(slice.key)}`, detailTables(slice)])}\n`,
    ]),
  )

const detailsPath = ({ key: { test, table, mode, journal, variant } }: SliceSummary): string => {
  const name = ['test', test, table, mode, journal, ...(variant === undefined ? [] : [variant])]
  return `${detailsFolder}/${name.join('-').replaceAll(/[^\w-]+/g, '-')}.md`
}

const sliceSection = (report: Report, slice: SliceSummary, placement: Placement): string =>
  paragraphs([
    `## ${sliceTitle(slice.key)}`,
    `${answerLine(slice)} Below: ${runsText(slice)}.`,
    mainTable(report, slice),
    verdictsOf(slice),
    taxLines(slice),
    climbingText(slice),
    placement === 'inline'
      ? detailTables(slice)
      : `[All runs, paired ratios and costs](${detailsPath(slice)})`,
  ])

const detailTables = (slice: SliceSummary): string =>
  paragraphs([comparisonTable(slice), runsTable(slice), costTable(slice), taxTable(slice)])
