import type { BlockSeries, OkSample, OperationCode, PairedEstimate, SliceKey } from '@rowrate/core'
import { estimatePairedRatio, valuesOf } from '@rowrate/core'
import { median } from 'simple-statistics'

import type { ResultSet } from '../../report/read-result-set.ts'
import { countedNs, present, seriesOf, validSamples } from '../../report/summary/series.ts'
import { nameOf, slicesOf } from '../../report/summary/slices.ts'
import { dash } from '../../report/wording.ts'

/** An operation of one engine in one variant of an experiment. */
export interface Variant {
  /** Rows per second of each block, and their median. */
  readonly points: BlockSeries
  readonly speed: number
  readonly rows: number
  readonly durationNs: number
  /** Time on a processor, all threads together. */
  readonly cpuNs: number
  /** The version that the connection gave; none for ObjectBox. */
  readonly sqlite: string | undefined
}

export type Place = Pick<SliceKey, 'test' | 'table' | 'mode'> & { readonly variant: string }

/** Gives a variant's operation, or null where it was not measured. */
export type Find = (engine: string, place: Place, code: OperationCode) => Variant | null

const cpuNs = ({ measurement }: OkSample): number =>
  median(measurement.regions.map(({ cpuUserUs, cpuSystemUs }) => (cpuUserUs + cpuSystemUs) * 1e3))

export function finderOf(set: ResultSet): Find {
  const slices = new Map(slicesOf(set).map((slice) => [nameOf(slice.key), slice]))
  return (engine, place, code) => {
    const slice = slices.get(nameOf({ ...place, journal: 'delete' }))
    if (slice === undefined) return null
    const samples = validSamples(slice, { engine, operation: code })
    const valid = present(samples)
    const points = seriesOf(samples)
    if (valuesOf(points).length === 0) return null
    return {
      points,
      speed: median(valuesOf(points)),
      rows: median(valid.map(({ measurement }) => measurement.rows)),
      durationNs: median(valid.map(countedNs)),
      cpuNs: median(valid.map(cpuNs)),
      sqlite: valid[0]?.measurement.settings[0]?.['sqlite_version']?.toString(),
    }
  }
}

/** Subject ÷ reference, block by block. */
export interface VariantRatio {
  readonly ratio: number
  readonly estimate: PairedEstimate | null
}

export function ratioOf(subject: Variant, reference: Variant): VariantRatio {
  const estimate =
    subject.points.length === reference.points.length
      ? estimatePairedRatio({ subject: subject.points, reference: reference.points })
      : null
  return { ratio: estimate?.ratio ?? subject.speed / reference.speed, estimate }
}

/** `2.31 (2.10 to 2.52)`; without interval for fewer than three blocks. */
export function ratioText({ ratio, estimate }: VariantRatio): string {
  const interval = estimate
    ? ` (${estimate.low.toFixed(2)} to ${estimate.high.toFixed(2)})`
    : ` (${dash})`
  return ratio.toFixed(2) + interval
}

/** Share of an operation's time that no processor worked for it: it waited for a disk or slept. */
export const waitingShare = ({ durationNs, cpuNs: cpu }: Variant): number =>
  Math.max(0, 1 - cpu / durationNs)
