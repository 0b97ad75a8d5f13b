import type { CellKey, Slice } from './slices.ts'
import { samplesOfCell } from './slices.ts'

const longestReason = 200

/** A message as one line of a report. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= longestReason ? line : `${line.slice(0, longestReason - 1)}…`
}

/** Why a cell has no figure. */
export function missingReason(
  slice: Slice,
  cell: CellKey,
  unavailable: ReadonlyMap<string, string>,
): string {
  const samples = samplesOfCell(slice, cell)
  const failed = samples.find(({ status }) => status === 'failed')
  if (failed?.status === 'failed') return oneLine(`failed, ${failed.code}: ${failed.message}`)
  const gap = samples.find(({ status }) => status === 'absent' || status === 'not run')
  if (gap?.status === 'absent') return oneLine(gap.reason)
  if (gap?.status === 'not run') return oneLine(`not run: ${gap.reason.replace(/^not run: /, '')}`)
  const rejected = samples.find((sample) => sample.status === 'ok' && sample.rejected)
  if (rejected?.status === 'ok') return oneLine(`every sample rejected: ${rejected.rejected}`)
  if (samples.length > 0) return 'no rows'
  const reason = unavailable.get(cell.engine)
  if (reason !== undefined) return oneLine(`engine unavailable: ${reason}`)
  return 'not measured: the run was interrupted'
}
