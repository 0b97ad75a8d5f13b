import { digestOf, firstDifference } from './digest.ts'
import type { Link } from './engine.ts'
import { RowrateError } from './error.ts'
import { expectedLinks, expectedRows } from './expectation.ts'
import { stateLines } from './judge.ts'
import { models } from './model.ts'
import type { OperationCode } from './operations.ts'
import type { WorkloadOptions } from './workload.ts'

/** Which state a store must be in. */
export interface StateQuestion {
  readonly options: WorkloadOptions
  readonly completed?: OperationCode | undefined
  readonly trimmed: boolean
  readonly linked: boolean
}

export interface StoredState {
  /** Keyed by column name, `parent_id` included on test 2. */
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** Pairs of the join table. */
  readonly related: readonly (readonly [from: number | bigint, to: number | bigint])[]
}

const pairLine = ([from, to]: readonly [number | bigint, number | bigint]) =>
  `related ${from} ${to}`

export const linesOfState = (options: WorkloadOptions, state: StoredState): string[] =>
  stateLines(models[options.test].columns, state.rows, state.related.map(pairLine))

/** The state that must be found, from the seeded expectation alone. */
export function expectedState({ options, completed, trimmed, linked }: StateQuestion): StoredState {
  const rows = expectedRows(options, completed, { trimmed })
  if (options.test !== 2) return { rows, related: [] }
  const links: readonly Link[] = linked ? expectedLinks(rows) : []
  const parents = new Map(links.map(({ id, parent }) => [id, parent]))
  return {
    rows: rows.map((row) => ({ ...row, parent_id: parents.get(row.id) ?? null })),
    related: links.flatMap(({ id, related }) => related.map((to) => [id, to] as const)),
  }
}

/** Compares what a second reader found with the expectation; returns the state's digest. Throws RESULT_MISMATCH. */
export function judgeState(question: StateQuestion, found: StoredState): string {
  const actual = linesOfState(question.options, found)
  const expected = linesOfState(question.options, expectedState(question))
  const difference = firstDifference(actual, expected)
  if (difference !== undefined) {
    const after = question.completed ?? 'opening'
    throw new RowrateError('RESULT_MISMATCH', `stored rows after ${after}: ${difference}`)
  }
  return digestOf(actual)
}
