import type { Colors } from './colors.ts'
import { gap, plainTable } from './plain-table.ts'
import type { SpeedCell, SpeedRow, SpeedTable } from './speed-table.ts'
import { compactSpeed, dash, noisyMark, speed } from './wording.ts'
import { terminalWidth, wrap } from './wrap.ts'

const loopLabel = 'loop'

interface Grid {
  readonly head: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

interface Cell {
  readonly text: string
  readonly isBest: boolean
}

/** Operations as rows while that fits; with many engines, engines as rows and the operations in as many tables as it takes. */
export function terminalTables(table: SpeedTable, colors: Colors): string {
  const operationRows = byOperation(table)
  if (gridWidth(operationRows) <= terminalWidth) return draw(operationRows, colors)
  const { object, other } = Object.groupBy(table.rows, ({ isObjectOperation }) =>
    isObjectOperation ? 'object' : 'other',
  )
  const grids = [
    ...byEngine(table, object ?? [], { hasMean: true }),
    ...byEngine(table, other ?? [], { hasMean: false }),
  ]
  const legend = table.rows.map(({ code, name }) => `${code} ${name}`).join(' · ')
  return [...grids.map((grid) => draw(grid, colors)), wrap(legend)].join('\n\n')
}

function byOperation({ engines, rows, geometricMean }: SpeedTable): Grid {
  const hasLoop = rows.some(({ loop }) => loop !== null)
  const withLoop = (loop: string | null) => (hasLoop ? [plain(loop ?? '')] : [])
  return {
    head: ['operation', ...engines.map(headOf), ...(hasLoop ? [loopLabel] : [])],
    rows: [
      ...rows.map(({ code, name, cells, loop }) => [
        plain(`${code} ${name}`),
        ...cells.map((cell) => cellOf(cell, speed)),
        ...withLoop(loop),
      ]),
      [
        plain('Geometric mean'),
        ...geometricMean.map((cell) => cellOf(cell, speed)),
        ...withLoop(null),
      ],
    ],
  }
}

/** As many grids as it takes to stay within the width; the mean is the last column of the last one. */
function byEngine(
  { engines, geometricMean }: SpeedTable,
  rows: readonly SpeedRow[],
  { hasMean }: { readonly hasMean: boolean },
): Grid[] {
  const hasLoop = rows.some(({ loop }) => loop !== null)
  const labels = [...engines.map(headOf), ...(hasLoop ? [loopLabel] : [])]
  const columns = rows.map(({ code, cells, loop }) => [
    plain(code),
    ...cells.map((cell) => cellOf(cell, compactSpeed)),
    ...(hasLoop ? [plain(loop?.split(',')[0] ?? '')] : []),
  ])
  if (hasMean) {
    const mean = geometricMean.map((cell) => cellOf(cell, compactSpeed))
    columns.push([plain('mean'), ...mean, ...(hasLoop ? [plain('')] : [])])
  }
  return splitToWidth(columns, longest(labels)).map((some) => ({
    head: ['engine', ...some.map(([head]) => head?.text ?? '')],
    rows: labels.map((label, index) => [
      plain(label),
      ...some.map((column) => column[index + 1] ?? plain('')),
    ]),
  }))
}

function splitToWidth(columns: readonly Cell[][], labelWidth: number): Cell[][][] {
  const groups: Cell[][][] = []
  let used = Infinity
  for (const column of columns) {
    const needed = gap + longest(column.map(({ text }) => text))
    if (used + needed > terminalWidth) {
      groups.push([])
      used = labelWidth
    }
    groups.at(-1)?.push(column)
    used += needed
  }
  return groups
}

const longest = (texts: readonly string[]): number => Math.max(...texts.map(({ length }) => length))

const gridWidth = ({ head, rows }: Grid): number =>
  head
    .map((text, index) => longest([text, ...rows.map((row) => row[index]?.text ?? '')]))
    .reduce((sum, column) => sum + column + gap, -gap)

const plain = (text: string): Cell => ({ text, isBest: false })

const marks = (notes: readonly number[]): string => notes.map((note) => `[${note}]`).join('')

const headOf = ({ name, notes }: SpeedTable['engines'][number]): string => name + marks(notes)

/** Marks stand before the number, so that the digits of a column stay below each other. */
function cellOf(cell: SpeedCell, print: (value: number) => string): Cell {
  const { value, isBest, isNoisy, coverage, notes } = cell
  const before = [
    marks(notes),
    coverage !== null && value !== null ? `(${coverage})` : '',
    isNoisy ? noisyMark : '',
    isBest ? '*' : '',
  ]
  const text = [...before, value === null ? dash : print(value)].filter((part) => part !== '')
  return { text: text.join(' '), isBest }
}

const draw = ({ head, rows }: Grid, colors: Colors): string =>
  plainTable(
    head,
    rows.map((row) => row.map(({ text, isBest }) => (isBest ? colors.green(text) : text))),
    colors,
  )
