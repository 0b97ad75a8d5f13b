import type { Link } from './engine.ts'
import type { Id } from './model.ts'
import type { OperationCode } from './operations.ts'
import { runsBefore } from './operations.ts'
import type { StoredJournal, WorkloadOptions } from './workload.ts'
import { newJournals, newLevels, trimCount } from './workload.ts'

/** The operations that change what is stored, in the order in which they run. */
const changing = ['A', 'B', 'C', 'I', 'J', 'K'] as const

function afterInsert(options: WorkloadOptions, rows: StoredJournal[], code: 'A' | 'B' | 'C') {
  const next = (rows.at(-1)?.id ?? 0) + 1
  const inserted = newJournals(options, code).map((each, index) => ({ ...each, id: next + index }))
  return [...rows, ...inserted]
}

function afterUpdate(options: WorkloadOptions, rows: StoredJournal[], code: 'I' | 'J') {
  const level = newLevels(options, code, rows)
  return rows.map((row, index) => ({
    ...row,
    level: level[index]!,
    text: code === 'I' ? `${row.text} Update` : row.text,
  }))
}

/**
 * The rows that must be stored, in id order, once `completed` and everything before it is done (undefined: nothing is).
 * With `trimmed: false`, as they are right after the operation, before the untimed trim of B and C.
 */
export function expectedRows(
  options: WorkloadOptions,
  completed: OperationCode | undefined,
  { trimmed = true } = {},
): StoredJournal[] {
  let rows: StoredJournal[] = []
  for (const code of changing) {
    if (completed === undefined || runsBefore(completed, code)) break
    if (code === 'A' || code === 'B' || code === 'C') {
      if (code === 'C' && !options.bulk) continue
      rows = afterInsert(options, rows, code)
      if (code !== 'A' && (trimmed || code !== completed)) {
        rows = rows.slice(0, rows.length - trimCount(options))
      }
    } else rows = code === 'K' ? [] : afterUpdate(options, rows, code)
  }
  return rows
}

/** The links that L, M and N read, by rank from 1: parent ⌊rank ÷ 2⌋, related the next three ranks, wrapping. */
export function expectedLinks(rows: readonly { readonly id: Id }[]): Link[] {
  return rows.map(({ id }, index) => ({
    id,
    parent: index === 0 ? null : rows[Math.floor((index + 1) / 2) - 1]!.id,
    related: [1, 2, 3].map((step) => rows[(index + step) % rows.length]!.id),
  }))
}
