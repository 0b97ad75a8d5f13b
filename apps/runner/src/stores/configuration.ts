import { join } from 'node:path'

import { root } from '../configuration.ts'

/** What the many-stores suite does where no option says otherwise. */

export const presets = {
  quick: { count: 300, hold: 100 },
  full: { count: 10_000, hold: 1_000 },
} as const

/** Seeds of the random orders in which all stores are opened, a run each. */
export const openingSeeds: readonly number[] = [1, 2, 3]

export const profileStores = 1_000

export const growth = {
  stores: [100, 1_000, 10_000, 100_000],
  notes: [10, 100, 1_000, 10_000, 100_000],
  /** Enough for a median where a store has 100,000 notes. */
  storesPerNotes: 20,
} as const

/** Its cost for each store is what the measuring itself takes; it takes part in every run of the study's phases. */
export const harnessEngine = 'null'

export const storesWorkerMain = join(root, 'packages/core/src/stores/worker-main.ts')

/** A file system in memory, for the profile without the cost of syncs. */
export const memoryFolder = '/dev/shm'

/** Stores that are made before the start, to know what each takes. */
export const trialStores = 3

/** Stores of all engines together may take this share of the memory before engines run one after the other. */
export const interleavedMemoryShare = 0.25

/** Room that is to stay free: other programs need some, and file systems slow down when they are full. */
export const spareBytes = 512 * 1024 ** 2

/** One more than a held store of the hungriest engine takes. */
export const descriptorsPerStore = 5

/** Limits of one worker. They only end what hangs, so they are far above what the slowest engine takes. */
export const workerLimits = {
  startMs: 5 * 60_000,
  /** For each store, and for each 1,000 notes in it. */
  storeMs: 500,
} as const
