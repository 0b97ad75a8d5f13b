import * as Plot from '@observablehq/plot'
import type { StoresRow, StoresSummary } from '@rowrate/core/stores'

import { drawSvg, familyColor, glyphs, rowHeight, textWidth } from './svg.ts'
import { kibibytes, milliseconds } from './units.ts'

type Setting = StoresSummary['settings'][number]

interface Row {
  readonly label: string
  readonly color: string
  readonly row: StoresRow
}

/** The rows of a setting that have a figure, by it. */
function rowsOf(
  { engines }: StoresSummary,
  { rows }: Setting,
  value: (row: StoresRow) => number | undefined,
): (Row & { readonly value: number })[] {
  return rows
    .flatMap((row) => {
      const engine = engines.find(({ variant }) => variant === row.variant)
      const figure = value(row)
      if (!engine || figure === undefined) return []
      const label = `${glyphs[engine.family]} ${engine.label}`
      return [{ label, color: familyColor(engine.family), row, value: figure }]
    })
    .toSorted((a, b) => a.value - b.value)
}

const marginRight = 90

const frame = (rows: readonly Row[]) => ({
  marginLeft: 16 + Math.max(...rows.map(({ label }) => textWidth(label))),
  marginRight,
  marginBottom: 40,
  marginTop: 4,
  insetLeft: 8,
  insetRight: 8,
  y: { domain: rows.map(({ label }) => label), label: null, tickSize: 0 },
})

const heightOf = (rows: readonly Row[]) => rows.length * rowHeight + 44

const allocatorText = ({ allocator }: Setting) =>
  allocator === 'mmap' ? ', with MALLOC_MMAP_THRESHOLD_=131072' : ''

const queryName = ({ plan }: StoresSummary) => plan.query

/** Open–query–close: rings for the runs, a whisker from the fastest to the slowest, a tick for the median, a dashed one for p99. */
export function openChart(summary: StoresSummary, setting: Setting): string | undefined {
  const rows = rowsOf(summary, setting, ({ whole }) => whole?.medianNs)
  if (rows.length === 0) return undefined
  const ms = (ns: number) => ns / 1e6
  const whole = ({ row }: Row) => row.whole!
  const runs = rows.flatMap((each) =>
    whole(each).runsNs.map((ns) => ({ label: each.label, color: each.color, ms: ms(ns) })),
  )
  const tails = rows.filter((each) => whole(each).p99Ns !== null)
  return drawSvg({
    title: `Open, ${queryName(summary)}, close: milliseconds per store${allocatorText(setting)}`,
    subtitle: `Rings: medians of the runs; tick: their median${tails.length > 0 ? '; dashed tick: p99' : ''}. Logarithmic axis; less is better.`,
    description: rows
      .map((each) => `${each.row.variant}: ${milliseconds(each.value)} ms`)
      .join('; '),
    height: heightOf(rows),
    plot: {
      ...frame(rows),
      x: { type: 'log', label: 'ms per store', grid: false, ticks: 6, tickFormat: '~r' },
      marks: [
        Plot.gridX({ stroke: 'var(--grid)', strokeOpacity: 1, ticks: 6 }),
        Plot.ruleY(rows, {
          y: 'label',
          x1: (each: Row) => ms(Math.min(...whole(each).runsNs)),
          x2: (each: Row) => ms(Math.max(...whole(each).runsNs)),
          stroke: 'color',
        }),
        Plot.dot(runs, { y: 'label', x: 'ms', stroke: 'color', r: 4 }),
        Plot.tickX(rows, {
          y: 'label',
          x: (each: Row) => ms(whole(each).medianNs),
          stroke: 'color',
          strokeWidth: 2,
        }),
        Plot.tickX(tails, {
          y: 'label',
          x: (each: Row) => ms(whole(each).p99Ns!),
          stroke: 'color',
          strokeDasharray: '2,2',
        }),
        Plot.text(rows, {
          y: 'label',
          text: (each: Row) => `${milliseconds(whole(each).medianNs)} ms`,
          frameAnchor: 'right',
          textAnchor: 'start',
          dx: 8,
          fill: 'var(--text)',
        }),
      ],
    },
  })
}

/** Resident and anonymous memory of an open store: the second is never more than the first. */
export function memoryChart(summary: StoresSummary, setting: Setting): string | undefined {
  const rows = rowsOf(summary, setting, ({ memory }) => memory?.residentBytes)
  if (rows.length === 0) return undefined
  const resident = ({ row }: Row) => row.memory!.residentBytes / 1024
  const anonymous = ({ row }: Row) => row.memory!.anonymousBytes / 1024
  return drawSvg({
    title: `Memory of an open store: KiB${allocatorText(setting)}`,
    subtitle:
      'Ring: resident, with reclaimable pages of mapped files; dot: anonymous, the process’ own. Less is better.',
    description: rows
      .map(
        (each) =>
          `${each.row.variant}: ${kibibytes(each.row.memory!.residentBytes)} KiB resident, ${kibibytes(each.row.memory!.anonymousBytes)} anonymous`,
      )
      .join('; '),
    height: heightOf(rows),
    plot: {
      ...frame(rows),
      x: { label: 'KiB per open store', zero: true, ticks: 6 },
      marks: [
        Plot.gridX({ stroke: 'var(--grid)', strokeOpacity: 1, ticks: 6 }),
        Plot.ruleY(rows, { y: 'label', x1: anonymous, x2: resident, stroke: 'color' }),
        Plot.dot(rows, { y: 'label', x: resident, stroke: 'color', r: 4 }),
        Plot.dot(rows, { y: 'label', x: anonymous, fill: 'color', r: 4 }),
        Plot.text(rows, {
          y: 'label',
          text: (each: Row) =>
            `${kibibytes(each.row.memory!.residentBytes)} / ${kibibytes(each.row.memory!.anonymousBytes)}`,
          frameAnchor: 'right',
          textAnchor: 'start',
          dx: 8,
          fill: 'var(--text)',
        }),
      ],
    },
  })
}
