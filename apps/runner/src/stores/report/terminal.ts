import type { StoresEnvironment, StoresSummary } from '@rowrate/core/stores'
import Table from 'cli-table3'
import colors from 'picocolors'

import { wrap } from '../../report/wrap.ts'
import { storesCaveats, storesWarnings } from './caveats.ts'
import { orderDifferences, orderText } from './order.ts'
import { labelOf, mainColumns, sortedRows } from './tables.ts'
import { kibibytes, milliseconds, orDash } from './units.ts'

const borders = [
  'top',
  'top-mid',
  'top-left',
  'top-right',
  'bottom',
  'bottom-mid',
  'bottom-left',
  'bottom-right',
  'left',
  'left-mid',
  'mid',
  'mid-mid',
  'right',
  'right-mid',
] as const

/** Columns by spaces alone: lines and corners are read aloud one by one. */
function grid(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const drawn = new Table({
    chars: { ...Object.fromEntries(borders.map((name) => [name, ''])), middle: '  ' },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    colAligns: head.map((_, index) => (index === 0 ? 'left' : 'right')),
    head: head.map((text) => colors.dim(text)),
  })
  drawn.push(...rows.map((row) => [...row]))
  return drawn.toString()
}

/** Shorter heads than the README's, to stay within a terminal. */
const heads: Readonly<Record<string, string>> = {
  'Create, write, close': 'create',
  'Open, query, close': 'whole',
  Anonymous: 'anon',
  Resident: 'RSS',
  Allocated: 'alloc',
}

function settingTable(summary: StoresSummary, setting: StoresSummary['settings'][number]): string {
  return [
    colors.bold(
      `${setting.allocator === 'mmap' ? 'MALLOC_MMAP_THRESHOLD_=131072' : 'default allocator'}: ms and KiB per store`,
    ),
    grid(
      ['engine', ...mainColumns.map(({ head }) => heads[head] ?? head.toLowerCase())],
      sortedRows(setting.rows).map((row) => [
        labelOf(summary, row.variant),
        ...mainColumns.map(({ cell }) => cell(row)),
      ]),
    ),
    wrap(`by whole (open, query, close): ${orderText(summary, setting)}`),
    ...orderDifferences(summary, setting).map((text) => wrap(`- ${text}`)),
  ].join('\n')
}

function profileTable(summary: StoresSummary): string {
  return grid(
    ['profile, ms', 'place', 'new store', 'objects', 'marshal', 'put', 'close', 'total', 'syncs'],
    summary.profiles.map(({ variant, place, steps, totalNs, syncs }) => {
      const step = (...names: string[]) =>
        orDash(steps.find(({ name }) => names.includes(name))?.medianNs, milliseconds)
      const calls = syncs && Object.values(syncs).reduce((sum, each) => sum + each, 0)
      return [
        labelOf(summary, variant),
        place,
        step('create'),
        step('build'),
        step('marshal'),
        step('put', 'write'),
        step('close'),
        milliseconds(totalNs),
        orDash(calls, (value) => value.toFixed(1)),
      ]
    }),
  )
}

function growthTable(summary: StoresSummary, series: 'stores' | 'notes'): string {
  return grid(
    [`growth by ${series}`, series, 'create', 'open', 'query', 'whole', 'RSS', 'alloc'],
    summary.growth[series].map((point) => [
      labelOf(summary, point.variant),
      point[series].toLocaleString('en-US'),
      ...[point.createNs, point.openNs, point.queryNs, point.wholeNs].map((ns) =>
        orDash(ns, milliseconds),
      ),
      ...[point.residentBytes, point.allocatedBytes].map((bytes) => orDash(bytes, kibibytes)),
    ]),
  )
}

/** The report on standard output. */
export function renderStoresTerminal(
  environment: StoresEnvironment,
  summary: StoresSummary,
  directory: string,
): string {
  const warnings = storesWarnings(environment, summary)
  return [
    ...summary.settings.map((setting) => settingTable(summary, setting)),
    ...(summary.profiles.length > 0 ? [profileTable(summary)] : []),
    ...(['stores', 'notes'] as const)
      .filter((series) => summary.growth[series].length > 0)
      .map((series) => growthTable(summary, series)),
    ...(warnings.length > 0
      ? [warnings.map((text) => wrap(`${colors.yellow('warning:')} ${text}`)).join('\n')]
      : []),
    storesCaveats(summary)
      .map((text) => wrap(`- ${text}`))
      .join('\n'),
    `report: ${directory}/README.md`,
  ].join('\n\n')
}
