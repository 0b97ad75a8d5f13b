import type { OperationCode, Sample, SliceKey } from '@rowrate/core'
import { RowrateError } from '@rowrate/core'

import type { ResultSet } from '../read-result-set.ts'

/** Samples of one test on one table in one mode and journal. */
export interface Slice {
  readonly key: SliceKey
  readonly blocks: number
  readonly samples: readonly Sample[]
  /** The same by cell; a large set is asked for its cells thousands of times. */
  readonly cells: ReadonlyMap<string, readonly Sample[]>
}

export interface CellKey {
  readonly engine: string
  readonly operation: OperationCode
  readonly twin?: boolean
}

/** The slices of the plan that have samples, in the plan's order. Throws RESULT_SET_INVALID for a sample outside the plan. */
export function slicesOf({ environment, samples }: ResultSet): Slice[] {
  const planned = new Map<string, { key: SliceKey; blocks: number }>()
  for (const { tests, table, modes, journal, blocks } of environment.plan.parts) {
    for (const test of tests) {
      for (const mode of modes) {
        const key = { test, table, mode, journal }
        const before = planned.get(nameOf(key))?.blocks ?? 0
        planned.set(nameOf(key), { key, blocks: Math.max(before, blocks) })
      }
    }
  }
  const samplesByName = Map.groupBy(samples, nameOf)
  for (const [name, [first]] of samplesByName) {
    if (planned.has(name) || first === undefined) continue
    throw new RowrateError(
      'RESULT_SET_INVALID',
      `the plan in environment.json has no ${name}, but ${first.engine} has a sample of it: the files belong to different sets`,
    )
  }
  return [...planned].flatMap(([name, slice]) => {
    const own = samplesByName.get(name) ?? []
    return own.length === 0 ? [] : [{ ...slice, samples: own, cells: Map.groupBy(own, cellName) }]
  })
}

/** `test 1, default table, cold, journal delete`: also what reports call the slice. */
export const nameOf = ({ test, table, mode, journal }: SliceKey): string =>
  `test ${test}, ${table} table, ${mode}, journal ${journal}`

const cellName = ({ engine, operation, twin = false }: CellKey): string =>
  `${engine} ${operation} ${twin}`

/** All samples of one engine in one operation, rejected ones too. */
export const samplesOfCell = ({ cells }: Slice, cell: CellKey): readonly Sample[] =>
  cells.get(cellName(cell)) ?? []
