import Table from 'cli-table3'

import terminalColors from 'picocolors'

import type { Colors } from './colors.ts'

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
]

/** Between columns. */
export const gap = 2

/** Columns by spaces alone: lines and corners are read aloud one by one. The first is left-aligned, the others right. */
export function plainTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { dim }: Pick<Colors, 'dim'> = terminalColors,
): string {
  const chars = Object.fromEntries(borders.map((name) => [name, '']))
  const table = new Table({
    chars: { ...chars, middle: ' '.repeat(gap) },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    colAligns: head.map((_, index) => (index === 0 ? 'left' : 'right')),
    head: head.map((text) => dim(text)),
  })
  table.push(...rows.map((row) => [...row]))
  return table.toString().replaceAll(/ +$/gm, '')
}
