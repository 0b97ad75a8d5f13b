import type { BlockSeries, OperationCode, SliceKey } from '@rowrate/core'
import { operationOf, rankedCodes, valuesOf } from '@rowrate/core'
import { logAverage, median } from 'simple-statistics'

import type { ResultSet } from '../report/read-result-set.ts'
import { seriesOf, validSamples } from '../report/summary/series.ts'
import { nameOf, slicesOf } from '../report/summary/slices.ts'
import { published, publishedCells } from './published.ts'

export type StudySlice = Pick<SliceKey, 'test' | 'table' | 'mode'>

/** Rows per second: what counts, and the value of each block, none where only the median is known. */
export interface Speed {
  readonly median: number
  readonly points: BlockSeries
}

/** One side's speeds, ours or the published ones, so that both answer the same questions. */
export interface StudyFigures {
  /** null where there is no figure. */
  operation(engine: string, slice: StudySlice, code: OperationCode): Speed | null
  geometricMean(engine: string, slice: StudySlice): Speed | null
}

const systemOf = new Map(Object.entries(published.engines).map(([name, engine]) => [engine, name]))

const speedOf = (value: number | null | undefined): Speed | null =>
  value === null || value === undefined ? null : { median: value, points: [] }

export const publishedFigures: StudyFigures = {
  operation: (engine, slice, code) =>
    speedOf(publishedCells(slice)[systemOf.get(engine) ?? '']?.[operationOf(code).name]),
  geometricMean: (engine, { test, table, mode }) =>
    speedOf(published.geomeans[table][systemOf.get(engine) ?? '']?.[mode]?.[test - 1]),
}

/** The operations that a system had in the study: those of its geometric mean. */
export const codesOf = (engine: string): OperationCode[] =>
  rankedCodes.filter(
    (code) =>
      publishedFigures.operation(engine, { test: 1, table: 'default', mode: 'cold' }, code) !==
      null,
  )

/** The geometric mean of several operations, in the whole and block by block. */
function meanOf(speeds: readonly Speed[]): Speed {
  const blocks = Math.max(...speeds.map(({ points }) => points.length))
  const points = Array.from({ length: blocks }, (_, block) => {
    const values = valuesOf(speeds.map((speed) => speed.points[block] ?? null))
    return values.length === speeds.length ? logAverage(values) : null
  })
  return { median: logAverage(speeds.map((speed) => speed.median)), points }
}

/** What a study's set measured. A geometric mean is over the operations that the system had in the study, or missing. */
export function measuredFigures(set: ResultSet): StudyFigures {
  const slices = new Map(slicesOf(set).map((slice) => [nameOf(slice.key), slice]))
  const operation: StudyFigures['operation'] = (engine, key, code) => {
    const slice = slices.get(nameOf({ ...key, journal: 'delete' }))
    if (slice === undefined) return null
    const points = seriesOf(validSamples(slice, { engine, operation: code }))
    const values = valuesOf(points)
    return values.length === 0 ? null : { median: median(values), points }
  }
  return {
    operation,
    geometricMean: (engine, slice) => {
      const speeds = codesOf(engine).map((code) => operation(engine, slice, code))
      const known = speeds.filter((speed) => speed !== null)
      return known.length === 0 || known.length < speeds.length ? null : meanOf(known)
    },
  }
}
