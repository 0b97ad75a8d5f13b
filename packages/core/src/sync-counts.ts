import { existsSync, readFileSync } from 'node:fs'

/** Set by whoever preloads the sync counter into a worker: the file in which it keeps its counts. */
export const syncCounterVariable = 'ROWRATE_SYNC_COUNTS'

/** Set beside it, or alone: how many microseconds longer each sync call shall take. */
export const syncDelayVariable = 'ROWRATE_SYNC_DELAY_US'

/** Order of the 64-bit little-endian counters in that file. */
export const syncKinds = [
  'fsync',
  'fdatasync',
  'msync',
  'sync_file_range',
  'syncfs',
  'dsync_write',
] as const

type Counts = readonly number[] | undefined

/** The counters now; undefined where none is preloaded. */
export function readSyncCounts(): Counts {
  const file = process.env[syncCounterVariable]
  if (file === undefined || !existsSync(file)) return undefined
  const bytes = readFileSync(file)
  return syncKinds.map((_, index) => Number(bytes.readBigUInt64LE(index * 8)))
}

/** Calls between two readings, by kind; undefined where they were not counted. */
export function syncDifference(before: Counts, after: Counts): Record<string, number> | undefined {
  if (!before || !after) return undefined
  return Object.fromEntries(
    syncKinds
      .map((kind, index) => [kind, after[index]! - before[index]!] as const)
      .filter(([, count]) => count > 0),
  )
}
