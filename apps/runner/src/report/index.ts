import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { renderReadme } from './readme/readme.ts'
import { readResultSet } from './read-result-set.ts'
import { summarize } from './summary/summarize.ts'
import { renderTerminal } from './terminal.ts'

/**
 * Renders a result set again from environment.json, runs.jsonl and load.jsonl: writes its summary.json and README.md, and returns
 * the table for the terminal. Throws RESULT_SET_INVALID, naming file and line.
 */
export async function renderResultSet(directory: string): Promise<{ terminal: string }> {
  const set = await readResultSet(directory)
  const report = { environment: set.environment, summary: summarize(set) }
  await writeFile(join(directory, 'summary.json'), `${JSON.stringify(report.summary, null, 1)}\n`)
  await writeFile(join(directory, 'README.md'), renderReadme(report))
  return { terminal: renderTerminal(report, { directory }) }
}
