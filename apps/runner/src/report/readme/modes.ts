import type { SliceKey, SliceSummary } from '@rowrate/core'
import { models, modes } from '@rowrate/core'

import { paragraphs, table } from '../markdown.ts'
import type { Report } from '../report.ts'
import { compactSpeed, dash, ratio } from '../wording.ts'

type Curve = Pick<SliceKey, 'test' | 'table' | 'journal' | 'variant'>

/** Cold → warm → hot, for every test, table and journal that has two modes or more. */
export function modesSection({ summary }: Report): string {
  const curves = Map.groupBy(summary.slices, ({ key }) => curveName(key))
  const tables = [...curves].flatMap(([name, slices]) => {
    const ordered = modes.flatMap((mode) => slices.find(({ key }) => key.mode === mode) ?? [])
    return ordered.length < 2 ? [] : [paragraphs([`${name}:`, curveTable(ordered)])]
  })
  if (tables.length === 0) return ''
  const intro =
    'Rows per second, and in parentheses the ratio to the mode before. A ratio of medians: the modes were not measured in pairs.'
  return paragraphs(['## Cold → warm → hot', intro, ...tables])
}

const curveName = ({ test, table: size, journal, variant }: Curve): string =>
  `Test ${test} (${models[test].name}), ${size} table, journal ${journal}${variant === undefined ? '' : `, ${variant}`}`

function curveTable(slices: readonly SliceSummary[]): string {
  const codes = [...new Set(slices.flatMap(({ operations }) => operations.map(({ code }) => code)))]
  const engines = [
    ...new Set(slices.flatMap(({ geometricMeans }) => geometricMeans.map(({ engine }) => engine))),
  ]
  const rows = engines.map((engine) => [
    engine,
    ...codes.map((code) => curveText(slices.map((slice) => medianOf(slice, code, engine)))),
    curveText(slices.map((slice) => meanOf(slice, engine))),
  ])
  const head = slices.map(({ key }) => key.mode).join(' → ')
  return table([head, ...codes, 'Geometric mean'], rows)
}

const medianOf = ({ operations }: SliceSummary, code: string, engine: string): number | null =>
  operations
    .find((operation) => operation.code === code)
    ?.figures.find((figure) => figure.engine === engine)?.median ?? null

const meanOf = ({ geometricMeans }: SliceSummary, engine: string): number | null =>
  geometricMeans.find((mean) => mean.engine === engine)?.value ?? null

function curveText(values: readonly (number | null)[]): string {
  return values
    .map((value, index) => {
      if (value === null) return dash
      const before = values[index - 1] ?? null
      const change = before === null ? '' : ` (${ratio(value / before)})`
      return compactSpeed(value) + change
    })
    .join(' → ')
}
