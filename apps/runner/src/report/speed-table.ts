import type { Footnote, OperationSummary, SliceSummary } from '@rowrate/core'

import type { Report } from './report.ts'
import { duration, share } from './wording.ts'

/** A cell of a table of speeds, for any exporter to print. `notes` are numbers of the table's notes. */
export interface SpeedCell {
  /** Rows per second; null prints as a dash, with its reason among the notes. */
  readonly value: number | null
  readonly isBest: boolean
  readonly isNoisy: boolean
  /** Such as `8 of 9`. */
  readonly coverage: string | null
  readonly notes: readonly number[]
}

export interface SpeedRow {
  readonly code: string
  readonly name: string
  readonly isObjectOperation: boolean
  readonly cells: readonly SpeedCell[]
  /** What the empty loop takes, such as `12.0 µs, 0.4 %`. */
  readonly loop: string | null
}

export interface SpeedTable {
  readonly engines: readonly { readonly name: string; readonly notes: readonly number[] }[]
  readonly rows: readonly SpeedRow[]
  readonly geometricMean: readonly SpeedCell[]
  readonly notes: readonly string[]
}

/** Footnotes of single figures that a table marks; the others are told in sums. */
const markedKinds: readonly Footnote['kind'][] = [
  'failed',
  'no ids',
  'other slice',
  'fewer statements',
  'still climbing',
]

/** The main table of a slice: operations × engines, in run order and plan order, with numbered notes. */
export function speedTable({ summary }: Report, slice: SliceSummary): SpeedTable {
  const notes = new NoteNumbers()
  const engines = summary.engines
    .filter(({ name }) => slice.operations.some((operation) => isIn(operation, name)))
    .toSorted((left, right) => Number(left.unranked !== null) - Number(right.unranked !== null))
    .map(({ name, unranked }) => ({
      name,
      notes: [
        ...(unranked === null ? [] : [notes.numberOf(`not ranked: ${unranked}`)]),
        ...slice.footnotes
          .filter((footnote) => footnote.engine === name && footnote.operation === null)
          .map(({ text }) => notes.numberOf(text)),
      ],
    }))
  const rows = slice.operations.map((operation) => ({
    code: operation.code,
    name: operation.name,
    isObjectOperation: operation.isObjectOperation,
    cells: engines.map(({ name }) => figureCell(slice, operation, name, notes)),
    loop: operation.loop && loopText(operation.loop),
  }))
  const geometricMean = engines.map(({ name }) => meanCell(slice, name, notes))
  return { engines, rows, geometricMean, notes: notes.texts }
}

const isIn = ({ figures, missing }: OperationSummary, name: string): boolean =>
  [...figures, ...missing].some(({ engine }) => engine === name)

function figureCell(
  slice: SliceSummary,
  operation: OperationSummary,
  engine: string,
  notes: NoteNumbers,
): SpeedCell {
  const figure = operation.figures.find((each) => each.engine === engine)
  if (figure === undefined) {
    const reason = operation.missing.find((each) => each.engine === engine)?.reason ?? 'no sample'
    return missingCell(notes.numberOf(reason))
  }
  const own = slice.footnotes.filter(
    (footnote) =>
      footnote.engine === engine &&
      footnote.operation === operation.code &&
      markedKinds.includes(footnote.kind),
  )
  return {
    value: figure.median,
    isBest: figure.isBest,
    isNoisy: figure.range?.isNoisy ?? false,
    coverage: null,
    notes: own.map(({ text }) => notes.numberOf(text)),
  }
}

function meanCell(slice: SliceSummary, engine: string, notes: NoteNumbers): SpeedCell {
  const mean = slice.geometricMeans.find((each) => each.engine === engine)
  if (mean === undefined) return missingCell(notes.numberOf('no operation has a figure'))
  const { operations, total, value } = mean
  const coverage = operations.length === total ? null : `${operations.length} of ${total}`
  if (value === null) {
    const text = `too few operations for a mean: ${coverage}`
    return missingCell(notes.numberOf(text))
  }
  const isNoisy = mean.range?.isNoisy ?? false
  return { value, isBest: mean.isBest, isNoisy, coverage, notes: [] }
}

const missingCell = (note: number): SpeedCell => ({
  value: null,
  isBest: false,
  isNoisy: false,
  coverage: null,
  notes: [note],
})

const loopText = ({ durationNs, share: ofFastest }: NonNullable<OperationSummary['loop']>) =>
  ofFastest === null ? duration(durationNs) : `${duration(durationNs)}, ${share(ofFastest)}`

/** Numbers the notes of a table in the order of their first use; equal texts share a number. */
class NoteNumbers {
  readonly texts: string[] = []

  numberOf(text: string): number {
    const known = this.texts.indexOf(text)
    return known === -1 ? this.texts.push(text) : known + 1
  }
}
