import type { ProfileRow, StoresRow, StoresSummary } from '@rowrate/core/stores'

import { table } from '../../report/markdown.ts'
import { measures, published, publishedFigure } from './published.ts'
import { kibibytes, milliseconds, orDash } from './units.ts'

type Setting = StoresSummary['settings'][number]

export const labelOf = ({ engines }: StoresSummary, variant: string): string =>
  engines.find((each) => each.variant === variant)?.label ?? variant

const number = (digits: number) => (value: number) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** The study's rows as columns: one engine a row. Times in ms, sizes in KiB, per store. */
export const mainColumns: readonly {
  readonly head: string
  readonly cell: (row: StoresRow) => string
}[] = [
  { head: 'Create, write, close', cell: ({ create }) => orDash(create?.medianNs, milliseconds) },
  { head: 'Stores/s', cell: ({ storesPerSecond }) => orDash(storesPerSecond, number(1)) },
  { head: 'Open', cell: ({ open }) => orDash(open?.medianNs, milliseconds) },
  { head: 'Query', cell: ({ query }) => orDash(query?.medianNs, milliseconds) },
  { head: 'Open, query, close', cell: ({ whole }) => orDash(whole?.medianNs, milliseconds) },
  { head: 'p99', cell: ({ whole }) => orDash(whole?.p99Ns, milliseconds) },
  { head: 'Close', cell: ({ close }) => orDash(close?.medianNs, milliseconds) },
  { head: 'Resident', cell: ({ memory }) => orDash(memory?.residentBytes, kibibytes) },
  { head: 'Anonymous', cell: ({ memory }) => orDash(memory?.anonymousBytes, kibibytes) },
  { head: 'Files', cell: ({ disk }) => orDash(disk?.apparentBytes, kibibytes) },
  { head: 'Allocated', cell: ({ disk }) => orDash(disk?.allocatedBytes, kibibytes) },
  { head: 'Load', cell: ({ maxLoad1 }) => orDash(maxLoad1, number(2)) },
]

/** Rows by open–query–close, those without it last. */
export const sortedRows = (rows: readonly StoresRow[]): StoresRow[] =>
  rows.toSorted((a, b) => (a.whole?.medianNs ?? Infinity) - (b.whole?.medianNs ?? Infinity))

export function mainTable(summary: StoresSummary, { rows }: Setting): string {
  return table(
    ['engine', ...mainColumns.map(({ head }) => head)],
    sortedRows(rows).map((row) => [
      labelOf(summary, row.variant),
      ...mainColumns.map(({ cell }) => cell(row)),
    ]),
  )
}

/** Tails and what else an open store takes. */
export function detailTable(summary: StoresSummary, { rows }: Setting): string {
  return table(
    [
      'engine',
      'create p90',
      'create p99',
      'create max',
      'whole p90',
      'whole max',
      'descriptors',
      'threads',
    ],
    sortedRows(rows).map(({ variant, create, whole, memory }) => [
      labelOf(summary, variant),
      ...[create?.p90Ns, create?.p99Ns, create?.maxNs, whole?.p90Ns, whole?.maxNs].map((ns) =>
        orDash(ns, milliseconds),
      ),
      ...[memory?.descriptors, memory?.threads].map((value) => orDash(value, number(2))),
    ]),
  )
}

/** Ours before the study's figure; null where no engine answers to one of its systems. */
export function publishedTable(
  summary: StoresSummary,
  { allocator, rows }: Setting,
): string | null {
  const answering = sortedRows(rows).flatMap((row) => {
    const engine = summary.engines.find(({ variant }) => variant === row.variant)
    return engine?.published ? [{ row, engine }] : []
  })
  if (answering.length === 0) return null
  return table(
    ['engine', 'in the study', ...measures.map(({ short }) => short)],
    answering.map(({ row, engine }) => [
      engine.label,
      engine.published!,
      ...measures.map(({ name, digits, ours }) => {
        const theirs = publishedFigure(engine, allocator, name)
        return `${orDash(ours(row), number(digits))} / ${orDash(theirs, number(digits))}`
      }),
    ]),
    { numbers: 2 },
  )
}

const stepNames: Readonly<Record<string, string>> = {
  create: 'open new store',
  build: 'create objects',
  marshal: 'marshal',
  put: 'put with commit',
  write: 'marshal and put with commit',
  close: 'close',
}

const profileColumns = ['create', 'build', 'marshal', 'put', 'write', 'close'] as const

const syncsText = ({ syncs }: ProfileRow): string =>
  syncs === null
    ? '–'
    : Object.entries(syncs)
        .map(([kind, count]) => `${number(1)(count)} ${kind}`)
        .join(', ') || '0'

/** The steps of creating, on disk and in memory, with the study's own for ObjectBox below. */
export function profileTable(summary: StoresSummary): string {
  const used = profileColumns.filter((name) =>
    summary.profiles.some(({ steps }) => steps.some((step) => step.name === name)),
  )
  const rows = summary.profiles.map((row) => [
    labelOf(summary, row.variant),
    row.place,
    ...used.map((name) =>
      orDash(row.steps.find((step) => step.name === name)?.medianNs, milliseconds),
    ),
    milliseconds(row.totalNs),
    syncsText(row),
  ])
  const studyNames: Readonly<Record<string, string>> = {
    create: 'open new store',
    build: 'create 1,000 objects',
    marshal: 'marshal 1,000 objects',
    put: 'put incl. commit',
    close: 'close',
  }
  const study = (['disk', 'tmpfs'] as const).map((place) => {
    const own = published.create_profile_ms[place]
    const cell = (name: string) => orDash(own[studyNames[name] ?? ''], number(2))
    return [
      'ObjectBox, in the study',
      place,
      ...used.map(cell),
      orDash(own['total'], number(2)),
      '',
    ]
  })
  const isSplit = used.includes('marshal')
  return table(
    ['engine', 'place', ...used.map((name) => stepNames[name]!), 'total', 'sync calls per store'],
    [...rows, ...(isSplit ? study : [])],
    { numbers: 2 },
  )
}

/** How costs grow with the number of stores or of notes. */
export function growthTable(summary: StoresSummary, series: 'stores' | 'notes'): string {
  return table(
    ['engine', series, 'create', 'open', 'query', 'open, query, close', 'resident', 'allocated'],
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
