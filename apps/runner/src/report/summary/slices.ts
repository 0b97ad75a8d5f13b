import type { OperationCode, Part, Sample, SliceKey } from '@rowrate/core'
import { RowrateError } from '@rowrate/core'

import type { ResultSet } from '../read-result-set.ts'

/** Samples of one test on one table in one mode and journal. */
export interface Slice {
  readonly key: SliceKey
  readonly blocks: number
  /** The only engines that the plan has in it; all where absent. */
  readonly engines?: readonly string[] | undefined
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
  const { parts } = environment.plan
  const planned = new Map<string, Pick<Slice, 'key' | 'blocks' | 'engines'>>()
  for (const part of parts) {
    for (const key of slicesOfPart(part)) {
      const before = planned.get(nameOf(key))?.blocks ?? 0
      const blocks = Math.max(before, part.blocks)
      planned.set(nameOf(key), { key, blocks, engines: enginesOf(parts, key) })
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

/** The engines of all parts that have a slice; undefined for all engines of the plan. */
function enginesOf(parts: readonly Part[], key: SliceKey): string[] | undefined {
  const own = parts.filter((part) =>
    slicesOfPart(part).some((each) => nameOf(each) === nameOf(key)),
  )
  return own.some(({ engines }) => engines === undefined)
    ? undefined
    : own.flatMap(({ engines }) => engines ?? [])
}

export const slicesOfPart = ({ tests, table, modes, journal, variant }: Part): SliceKey[] =>
  tests.flatMap((test) =>
    modes.map((mode) => ({
      test,
      table,
      mode,
      journal,
      ...(variant !== undefined && { variant }),
    })),
  )

/** `test 1, default table, cold, journal delete`: also what reports call the slice. */
export const nameOf = ({ test, table, mode, journal, variant }: SliceKey): string =>
  `test ${test}, ${table} table, ${mode}, journal ${journal}${variant === undefined ? '' : `, ${variant}`}`

const cellName = ({ engine, operation, twin = false }: CellKey): string =>
  `${engine} ${operation} ${twin}`

/** All samples of one engine in one operation, rejected ones too. */
export const samplesOfCell = ({ cells }: Slice, cell: CellKey): readonly Sample[] =>
  cells.get(cellName(cell)) ?? []
