import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Summary } from '@rowrate/core'

import { studySections } from '../study/report.ts'
import { readResultSet } from './read-result-set.ts'
import { detailsFolder, renderDetails, renderReadme } from './readme/readme.ts'
import type { Report } from './report.ts'
import { summarize } from './summary/summarize.ts'
import { renderTerminal } from './terminal.ts'

export { checkResultSets, packResultSet } from './pack.ts'

/** Code hosts stop rendering Markdown somewhere above this. */
const longestReadmeBytes = 400_000

/**
 * Renders a result set again from environment.json, runs.jsonl and load.jsonl: writes its summary.json and README.md, and returns
 * the table for the terminal. Throws RESULT_SET_INVALID, naming file and line.
 */
export async function renderResultSet(directory: string): Promise<{ terminal: string }> {
  const set = await readResultSet(directory)
  const summary = summarize(set)
  const report = { environment: set.environment, summary, study: studySections(set, summary) }
  await writeFile(join(directory, 'summary.json'), summaryText(report.summary))
  await writeReadme(directory, report)
  return { terminal: renderTerminal(report, { directory }) }
}

async function writeReadme(directory: string, report: Report): Promise<void> {
  await rm(join(directory, detailsFolder), { recursive: true, force: true })
  const readme = renderReadme(report)
  if (Buffer.byteLength(readme) <= longestReadmeBytes) {
    await writeFile(join(directory, 'README.md'), readme)
    return
  }
  await mkdir(join(directory, detailsFolder))
  const files = [['README.md', renderReadme(report, 'linked')] as const, ...renderDetails(report)]
  await Promise.all(files.map(([path, text]) => writeFile(join(directory, path), text)))
}

/** Six significant digits are more than any figure has; they halve the file. */
function summaryText(summary: Summary): string {
  const rounded = JSON.stringify(summary, (_, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value,
  )
  return `${rounded}\n`
}
