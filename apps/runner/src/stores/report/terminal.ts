import type { StoresEnvironment, StoresSummary } from '@rowrate/core/stores'
import colors from 'picocolors'

import { plainTable } from '../../report/plain-table.ts'
import { wrap } from '../../report/wrap.ts'
import { storesCaveats, storesWarnings } from './caveats.ts'
import { orderDifferences, orderText } from './order.ts'
import { labelOf, mainColumns, sortedRows } from './tables.ts'
import { kibibytes, milliseconds, orDash } from './units.ts'

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
    plainTable(
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
  return plainTable(
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
  return plainTable(
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
