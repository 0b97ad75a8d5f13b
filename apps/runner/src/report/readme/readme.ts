import type { SliceSummary } from '@rowrate/core'

import { answerLine } from '../answer-line.ts'
import { caveatsOf, warningsOf } from '../caveats.ts'
import { list, paragraphs } from '../markdown.ts'
import type { Report } from '../report.ts'
import { counted, runsText, sliceTitle } from '../wording.ts'
import { costsOf } from './costs.ts'
import { environmentSection } from './environment.ts'
import { gapsSection } from './gaps.ts'
import { mainTable } from './main-table.ts'
import { modesSection } from './modes.ts'
import { publishedSection } from './published.ts'
import { runsTable } from './runs.ts'
import { verdictsOf } from './verdicts.ts'

/** README.md of a result set: which one, by how much, can it be trusted, all runs. */
export function renderReadme(report: Report): string {
  const { environment, summary } = report
  const date = environment.startedAt.slice(0, 10)
  const warnings = warningsOf(report)
  const text = paragraphs([
    `# Results of ${date}`,
    `${counted(summary.engines.length, 'engine')} on ${environment.machine.cpu}, ${environment.storage.fileSystem}. Rows per second, higher is better. Rendered from the raw lines beside it; \`pnpm report\` with this folder renders it again.`,
    warnings.length > 0 && list(warnings.map((warning) => `**Warning:** ${warning}`)),
    ...summary.slices.map((slice) => sliceSection(report, slice)),
    modesSection(report),
    gapsSection(report),
    publishedSection(report),
    environmentSection(report),
    '## Caveats',
    list(caveatsOf(report)),
  ])
  return `${text}\n`
}

const sliceSection = (report: Report, slice: SliceSummary): string =>
  paragraphs([
    `## ${sliceTitle(slice.key)}`,
    `${answerLine(slice)} Below: ${runsText(slice)}.`,
    mainTable(report, slice),
    verdictsOf(slice),
    runsTable(slice),
    costsOf(slice),
  ])
