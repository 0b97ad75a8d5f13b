import type { SliceKey } from '@rowrate/core'
import { operations, rankedCodes } from '@rowrate/core'

import { published, publishedCells } from '../../study/published.ts'
import { paragraphs, plain, table } from '../markdown.ts'
import type { Report } from '../report.ts'
import { dash, speed } from '../wording.ts'

/** The published figures for the same tests, tables and modes; another machine's, so in a section of their own. */
export function publishedSection({ summary }: Report): string {
  const names = new Map<string, string>()
  for (const { key } of summary.slices) {
    const drawn = key.journal === 'delete' ? publishedTable(key) : null
    if (drawn !== null) names.set(`Test ${key.test}, ${key.table} table, ${key.mode}:`, drawn)
  }
  if (names.size === 0) return ''
  return paragraphs([
    '## Published figures: another machine’s',
    `Not measured here, and not comparable in rows per second: ${plain(published.source)}, on ${plain(published.machine)}. ${capitalized(plain(published.unit))}. Only ratios between its own rows carry over. Its authors note: ${plain(published.causes_named.join('; '))}.`,
    ...[...names].flatMap(([name, drawn]) => [name, drawn]),
  ])
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function publishedTable({ test, table: size, mode }: SliceKey): string | null {
  if (mode === 'hot') return null
  const columns = operations.filter(({ code }) => rankedCodes.includes(code))
  const cells = publishedCells({ test, table: size, mode })
  const means = published.geomeans[size]
  const rows = Object.entries(means).map(([system, own]) => [
    system,
    ...columns.map(({ name }) => figureText(cells[system]?.[name])),
    figureText(own[mode]?.[test - 1]),
  ])
  const head = columns.map(({ code, name }) => `${code} ${name}`)
  return table(['published, another machine', ...head, 'Geometric mean'], rows)
}

const figureText = (value: number | null | undefined): string =>
  value === null || value === undefined ? dash : speed(value)
