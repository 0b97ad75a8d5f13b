import type { Footnote, OperationCode, OperationSummary, Sample } from '@rowrate/core'

import type { ResultSet } from '../read-result-set.ts'
import type { SliceContext } from './context.ts'
import { auditKey } from './context.ts'
import { oneLine } from './missing-reason.ts'
import { hotSeries, present, validSamples } from './series.ts'
import type { CellKey } from './slices.ts'
import { samplesOfCell } from './slices.ts'

interface Cell {
  readonly engine: string
  readonly operation: OperationCode
}

/** What a reader must know of single engines and figures of a slice. */
export function footnotesOf(
  context: SliceContext,
  operations: readonly OperationSummary[],
  { environment }: ResultSet,
): Footnote[] {
  const { roles, slice } = context
  const engines = [...roles.ranked, ...roles.unranked.keys()]
  const journals = engines.flatMap((engine): Footnote[] => {
    const only = environment.engines[engine]?.description.journal
    if (only === undefined || only === slice.key.journal) return []
    const text = `runs in journal mode ${only}, the only one it has`
    return [{ kind: 'journal', engine, operation: null, text }]
  })
  const cells = operations.flatMap(({ code }) =>
    engines.map((engine) => ({ engine, operation: code })),
  )
  const hidden = operations.flatMap(({ code }) => hiddenFailures(context, code))
  return [...journals, ...cells.flatMap((cell) => cellFootnotes(context, cell)), ...hidden]
}

/** Failures of what has no column of its own: the twin and the loop. */
function hiddenFailures(context: SliceContext, operation: OperationCode): Footnote[] {
  const { twin, loop } = context.roles
  const entries = [
    ...(twin === null ? [] : [{ engine: twin, twin: true }]),
    ...(loop === null ? [] : [{ engine: loop, twin: false }]),
  ]
  return entries.flatMap((entry): Footnote[] => {
    const text = failedText(context, { ...entry, operation })
    const who = entry.twin ? 'as its own twin ' : ''
    return text === null
      ? []
      : [{ kind: 'failed', engine: entry.engine, operation, text: who + text }]
  })
}

function cellFootnotes(context: SliceContext, cell: Cell): Footnote[] {
  const notes: [Footnote['kind'], string | null][] = [
    ['failed', failedText(context, cell)],
    ['rejected', rejectedText(context, cell)],
    ['noisy start', noisyStartText(context, cell)],
    ['no ids', noIdsText(context, cell)],
    ['other slice', otherSliceText(context, cell)],
    ['fewer statements', fewerStatementsText(context, cell)],
    ['still climbing', climbingText(context, cell)],
  ]
  return notes.flatMap(([kind, text]) => (text === null ? [] : [{ kind, ...cell, text }]))
}

const runsOf = (count: number, { slice }: SliceContext) =>
  `${count} of ${slice.blocks} ${slice.blocks === 1 ? 'run' : 'runs'}`

function failedText(context: SliceContext, cell: CellKey): string | null {
  const failed = samplesOfCell(context.slice, cell).filter(({ status }) => status === 'failed')
  const first = failed[0]
  if (first?.status !== 'failed') return null
  return oneLine(`failed in ${runsOf(failed.length, context)}: ${first.code}, ${first.message}`)
}

function rejectedText(context: SliceContext, cell: Cell): string | null {
  const reasons = samplesOfCell(context.slice, cell).flatMap(rejection)
  if (reasons.length === 0) return null
  return oneLine(`${reasons.length} rejected and measured again: ${reasons[0]}`)
}

const rejection = (sample: Sample): string[] =>
  sample.status === 'ok' && sample.rejected !== undefined ? [sample.rejected] : []

function noisyStartText(context: SliceContext, cell: Cell): string | null {
  const noisy = present(validSamples(context.slice, cell)).filter(({ noisyStart }) => noisyStart)
  return noisy.length === 0 ? null : `started on a busy machine in ${runsOf(noisy.length, context)}`
}

function noIdsText({ slice }: SliceContext, cell: Cell): string | null {
  const without = present(validSamples(slice, cell)).some(
    ({ measurement }) => measurement.idsReturned === false,
  )
  return without ? 'does not give the inserted entities their ids' : null
}

function otherSliceText({ slice }: SliceContext, cell: Cell): string | null {
  const other = present(validSamples(slice, cell)).some(({ measurement }) => measurement.otherSlice)
  return other ? 'gives another valid page than the one in id order' : null
}

/** An identity map that outlives a unit of work answers look-ups without the database. */
function fewerStatementsText({ slice, audits }: SliceContext, cell: Cell): string | null {
  const audit = audits.get(auditKey(cell.engine, cell.operation))
  if (audit?.statements === undefined || !cell.operation.startsWith('F')) return null
  if (audit.statements >= audit.rows) return null
  if (present(validSamples(slice, cell)).length === 0) return null
  return `sent ${audit.statements} statements for ${audit.rows} look-ups in the counted pass`
}

function climbingText(context: SliceContext, cell: Cell): string | null {
  const { slice } = context
  const blocks = hotSeries(validSamples(slice, cell), slice.key.mode)?.blocksClimbing ?? 0
  return blocks === 0 ? null : `still climbing at the end of ${runsOf(blocks, context)}`
}
