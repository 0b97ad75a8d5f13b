import type { BlockSeries, Mode, OkSample } from '@rowrate/core'
import { RowrateError } from '@rowrate/core'
import { median } from 'simple-statistics'

import type { CellKey, Slice } from './slices.ts'
import { nameOf, samplesOfCell } from './slices.ts'

/** In hot mode the median of the last three repetitions counts. */
const countedRepetitions = 3
/** The end is still climbing where the last three repetitions are faster than the three before by more than this. */
const climbingShare = 0.03

/** The valid sample of every block, from block 1; null where there is none. */
export function validSamples(slice: Slice, cell: CellKey): (OkSample | null)[] {
  const valid: (OkSample | null)[] = Array.from({ length: slice.blocks }, () => null)
  for (const sample of samplesOfCell(slice, cell)) {
    if (sample.status !== 'ok' || sample.rejected !== undefined) continue
    const place = `${nameOf(slice.key)}: ${cell.engine}, operation ${cell.operation}, block ${sample.block}`
    if (sample.block > slice.blocks) {
      throw new RowrateError('RESULT_SET_INVALID', `${place} is past the plan's ${slice.blocks}`)
    }
    if (valid[sample.block - 1]) {
      throw new RowrateError(
        'RESULT_SET_INVALID',
        `${place} has two valid samples: remove the line that was added by hand or by a second run`,
      )
    }
    valid[sample.block - 1] = sample
  }
  return valid
}

export const present = (samples: readonly (OkSample | null)[]): OkSample[] =>
  samples.filter((sample) => sample !== null)

const durationsOf = ({ measurement }: OkSample): number[] =>
  measurement.regions.map(({ durationNs }) => durationNs)

/** The duration that counts, in nanoseconds. */
export function countedNs(sample: OkSample): number {
  const durations = durationsOf(sample)
  if (durations.length === 0) {
    throw new RowrateError(
      'RESULT_SET_INVALID',
      `${sample.engine}, operation ${sample.operation}, block ${sample.block}: an ok sample needs a timed region`,
    )
  }
  return median(sample.mode === 'hot' ? durations.slice(-countedRepetitions) : durations)
}

/** Rows per second; null where an operation gave no rows, which has no speed. */
const rowsPerSecond = (sample: OkSample): number | null =>
  sample.measurement.rows > 0 ? (sample.measurement.rows / countedNs(sample)) * 1e9 : null

export const seriesOf = (samples: readonly (OkSample | null)[]): BlockSeries =>
  samples.map((sample) => sample && rowsPerSecond(sample))

/** Rows per second of each hot repetition (median over the blocks), and the blocks whose end is still climbing. */
export function hotSeries(samples: readonly (OkSample | null)[], mode: Mode) {
  const valid = present(samples)
  if (mode !== 'hot' || valid.length === 0) return null
  const repetitions = Math.min(...valid.map((sample) => durationsOf(sample).length))
  const series = Array.from({ length: repetitions }, (_, repetition) =>
    median(
      valid.map((sample) => (sample.measurement.rows / durationsOf(sample)[repetition]!) * 1e9),
    ),
  )
  return { series, blocksClimbing: valid.filter(isClimbing).length }
}

function isClimbing(sample: OkSample): boolean {
  const durations = durationsOf(sample)
  const before = durations.slice(-2 * countedRepetitions, -countedRepetitions)
  if (before.length < countedRepetitions) return false
  return median(before) / countedNs(sample) > 1 + climbingShare
}
