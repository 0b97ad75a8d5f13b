import { statfsSync } from 'node:fs'

import { RowrateError } from '@rowrate/core'
import type { StoresPlan } from '@rowrate/core/stores'

import { interleavedMemoryShare, spareBytes } from './configuration.ts'

/** What a trial told of a variant. */
export interface Trial {
  /** Allocated on disk for one store. */
  readonly bytesPerStore: number
  readonly createMs: number
}

export type Trials = ReadonlyMap<string, Trial>

const bytesOf = ({ count, profile, main }: StoresPlan, { bytesPerStore }: Trial) => ({
  main: main ? count * bytesPerStore : 0,
  profile: (profile ?? 0) * bytesPerStore,
})

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0)
const highest = (values: readonly number[]) => Math.max(0, ...values)

/** Whether the stores of all variants may lie side by side and stay in the page cache. */
export function orderOf(
  plan: StoresPlan,
  trials: Trials,
  { memoryBytes, freeBytes }: { readonly memoryBytes: number; readonly freeBytes: number },
): StoresPlan['order'] {
  const all = sum([...trials.values()].map((trial) => bytesOf(plan, trial).main))
  const fits = all <= memoryBytes * interleavedMemoryShare && all + spareBytes <= freeBytes / 2
  return fits ? 'interleaved' : 'grouped'
}

/** Bytes that the stores of a run take on disk at once, at most. Growth looks before each of its steps instead. */
export function neededBytes(plan: StoresPlan, trials: Trials): number {
  const each = [...trials.values()].map((trial) => bytesOf(plan, trial))
  const main = each.map((bytes) => bytes.main)
  const mainBytes = plan.order === 'interleaved' ? sum(main) : highest(main)
  return Math.max(mainBytes, highest(each.map(({ profile }) => profile)))
}

export function freeBytesOf(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

const gibibytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`

/** Why stores can not be made: what they take, what is free, what to do. Undefined where there is room. */
export function roomProblem(
  what: string,
  bytes: number,
  directory: string,
  free = freeBytesOf(directory),
): string | undefined {
  if (bytes + spareBytes <= free) return undefined
  return `${what} need ${gibibytes(bytes)} and ${gibibytes(spareBytes)} to spare, and ${directory} has ${gibibytes(free)} left; make room, name a folder on another file system with --data, or give a smaller --count`
}

/** Throws USAGE where the stores of a run would not fit. */
export function requireRoom(plan: StoresPlan, trials: Trials, directory: string): undefined {
  const problem = roomProblem(
    `${plan.count.toLocaleString('en-US')} stores`,
    neededBytes(plan, trials),
    directory,
  )
  if (problem !== undefined) throw new RowrateError('USAGE', problem)
}

/** Why more stores would not stay in the page cache, so that opening them would measure the disk. */
export function memoryProblem(
  what: string,
  bytes: number,
  memoryBytes = process.availableMemory(),
): string | undefined {
  if (bytes <= memoryBytes) return undefined
  return `${what} take ${gibibytes(bytes)}, more than the ${gibibytes(memoryBytes)} of memory that are available: they would not stay in the page cache`
}
