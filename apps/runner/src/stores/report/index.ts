import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { StoresSummary } from '@rowrate/core/stores'

import { readStoresSet } from '../set.ts'
import { memoryChart, openChart } from './charts.ts'
import { growthChart } from './growth-chart.ts'
import { renderStoresReadme } from './readme.ts'
import { summarizeStores } from './summarize.ts'
import { renderStoresTerminal } from './terminal.ts'

/** Every chart by its file; undefined where a set has no figures for it. */
function chartsOf(summary: StoresSummary): Map<string, string | undefined> {
  const wholeMs = ({ wholeNs }: { readonly wholeNs: number | null }) =>
    wholeNs === null ? null : wholeNs / 1e6
  return new Map([
    ...summary.settings.flatMap((setting) => [
      [`open-${setting.allocator}.svg`, openChart(summary, setting)] as const,
      [`memory-${setting.allocator}.svg`, memoryChart(summary, setting)] as const,
    ]),
    ...(['stores', 'notes'] as const).map(
      (x) =>
        [
          `growth-${x}.svg`,
          growthChart(summary, {
            title: `Open, ${summary.plan.query}, close as ${x === 'stores' ? 'stores' : 'the notes of a store'} grow in number: ms per store`,
            unit: 'ms per store',
            x,
            value: wholeMs,
          }),
        ] as const,
    ),
  ])
}

/** Six significant digits are more than any figure has. */
const summaryText = (summary: StoresSummary): string =>
  `${JSON.stringify(
    summary,
    (_, value: unknown) =>
      typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value,
    1,
  )}\n`

/**
 * Renders a set again from its raw lines: writes summary.json, README.md and the charts, and returns the text for the terminal.
 * Throws RESULT_SET_INVALID, naming file and line.
 */
export async function renderStoresSet(directory: string): Promise<{ terminal: string }> {
  const set = readStoresSet(directory)
  const summary = summarizeStores(set)
  const charts = chartsOf(summary)
  const drawn = new Map<string, string>()
  for (const [file, text] of charts) if (text !== undefined) drawn.set(file, text)
  await Promise.all([
    writeFile(join(directory, 'summary.json'), summaryText(summary)),
    writeFile(join(directory, 'README.md'), renderStoresReadme(set.environment, summary, drawn)),
    ...[...charts].map(([file, text]) =>
      text === undefined
        ? rm(join(directory, file), { force: true })
        : writeFile(join(directory, file), text),
    ),
  ])
  return { terminal: renderStoresTerminal(set.environment, summary, directory) }
}
