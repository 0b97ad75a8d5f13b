import type { StoresEnvironment, StoresSummary } from '@rowrate/core/stores'

import { details, list, paragraphs, plain } from '../../report/markdown.ts'
import { duration } from '../../report/wording.ts'
import { storesCaveats, storesWarnings } from './caveats.ts'
import { orderDifferences, orderText } from './order.ts'
import { hasStudyLanguage, published } from './published.ts'
import {
  detailTable,
  growthTable,
  labelOf,
  mainTable,
  profileTable,
  publishedTable,
} from './tables.ts'

type Setting = StoresSummary['settings'][number]

/** Charts that were drawn, by their file. */
export type ChartFiles = ReadonlyMap<string, string>

const settingTitle = ({ allocator }: Setting): string =>
  allocator === 'default' ? 'Default allocator' : 'Allocator with MALLOC_MMAP_THRESHOLD_=131072'

const image = (files: ChartFiles, file: string, text: string): string =>
  files.has(file) ? `![${text}](${file})` : ''

function settingSection(summary: StoresSummary, setting: Setting, files: ChartFiles): string {
  const { allocator } = setting
  const differences = orderDifferences(summary, setting)
  const beside = publishedTable(summary, setting)
  return paragraphs([
    `## ${settingTitle(setting)}`,
    'Medians per store: times in ms, memory and disk in KiB; load is the highest at the start of a phase.',
    mainTable(summary, setting),
    `By open, query, close (\`<\`: every run faster; \`≈\`: the runs overlap): ${orderText(summary, setting)}.`,
    image(files, `open-${allocator}.svg`, 'Open, query and close of a store, by engine'),
    image(files, `memory-${allocator}.svg`, 'Memory of an open store, by engine'),
    beside !== null && '### Beside the published study',
    beside !== null &&
      `Ours / published, in ms, stores per second and KiB. Published: ${plain(published.source)}, on another machine (${plain(published.machine)}) through Python; ${plain(published.workload)}. Only ratios within one column carry over.`,
    beside !== null &&
      hasStudyLanguage(summary.engines) &&
      'Rows with “(Python)” are measured through the libraries that the study measured; the other rows keep the same databases through Node.js.',
    beside,
    beside !== null &&
      summary.engines.some(({ marshalling }) => marshalling === 'generated') &&
      'Creating in ObjectBox: ours by generated code stands beside the study’s codegen where it has that figure (cached model), else beside its figure without.',
    differences.length > 0 && `Where the order differs:\n\n${list(differences)}`,
    details('Tails, descriptors, threads', detailTable(summary, setting)),
  ])
}

function profileSection(summary: StoresSummary): string {
  if (summary.profiles.length === 0) return ''
  const { stores } = summary.profiles[0]!
  return paragraphs([
    '## Where creating spends its time',
    `Medians per store in ms, of ${stores.toLocaleString('en-US')} stores; on tmpfs syncs are free. In SQL engines “marshal” is making the parameters of the INSERTs.`,
    profileTable(summary),
  ])
}

function growthSection(summary: StoresSummary, files: ChartFiles): string {
  const { stores, notes } = summary.growth
  if (stores.length + notes.length === 0) return ''
  return paragraphs([
    '## How costs grow',
    stores.length > 0 && growthTable(summary, 'stores'),
    image(files, 'growth-stores.svg', 'Open, query and close by the number of stores'),
    notes.length > 0 && growthTable(summary, 'notes'),
    image(files, 'growth-notes.svg', 'Open, query and close by the notes of a store'),
  ])
}

const failureText =
  (summary: StoresSummary) =>
  ({ variant, phase, directory, message }: StoresSummary['failures'][number]) =>
    `${labelOf(summary, variant)}, ${phase}: \`${directory}\`: ${plain(message)}`

function conditions({ machine, storage, node, rowrate }: StoresEnvironment): string {
  const p99 = storage.commitInPlace.p99Ns
  return list([
    `${plain(machine.cpu)}, ${machine.cores} cores, governor ${plain(machine.governor)}, ${Math.round(machine.memoryBytes / 1024 ** 3)} GiB${machine.virtual ? ', virtual' : ''}`,
    `${plain(machine.distribution)}, kernel ${plain(machine.kernel)}; ${plain(storage.fileSystem)}`,
    `durable commit of 4 KiB: ${duration(storage.commitInPlace.medianNs)}${p99 === null ? '' : `, p99 ${duration(p99)}`}`,
    `Node.js ${node}; Rowrate ${rowrate.version}${rowrate.commit === undefined ? '' : `, commit ${rowrate.commit.slice(0, 10)}`}${rowrate.dirty ? ' with changes' : ''}`,
  ])
}

function engineNotes({ engines }: StoresSummary): string {
  const pairs = (record: Readonly<Record<string, string | number>>) =>
    Object.entries(record)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')
  const lines = engines.map(({ label, runtime, versions, settings, limits, note, unranked }) => {
    const parts = [
      // That of Node.js is the same for all, and among the conditions.
      runtime.startsWith('node') ? null : runtime,
      pairs(versions),
      ...settings.map((each) => `read back: ${pairs(each)}`),
      note,
      unranked,
      ...Object.values(limits),
    ]
    const said = parts.filter((part): part is string => part !== null && part !== '')
    return said.length === 0 ? label : `${label}: ${said.map(plain).join('; ')}`
  })
  return list([...new Set(lines)])
}

/** The README of a set. */
export function renderStoresReadme(
  environment: StoresEnvironment,
  summary: StoresSummary,
  files: ChartFiles,
): string {
  const { plan } = summary
  const warnings = storesWarnings(environment, summary)
  return `${paragraphs([
    '# Many small stores',
    `${plan.count.toLocaleString('en-US')} stores of each engine, ${plan.notes.toLocaleString('en-US')} notes in each (${plan.workload}), ${plan.hold.toLocaleString('en-US')} held open; ${environment.startedAt.slice(0, 10)}.`,
    warnings.length > 0 && `**Warnings**\n\n${list(warnings.map(plain))}`,
    ...summary.settings.map((setting) => settingSection(summary, setting, files)),
    profileSection(summary),
    growthSection(summary, files),
    summary.failures.length > 0 &&
      `## Stores that failed\n\n${list(summary.failures.map(failureText(summary)))}`,
    `## What the figures can not say\n\n${list(storesCaveats(summary))}`,
    `## Engines\n\n${engineNotes(summary)}`,
    `## Conditions\n\n${conditions(environment)}`,
  ])}\n`
}
