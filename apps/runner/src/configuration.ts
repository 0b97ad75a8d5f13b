import { join, resolve } from 'node:path'

import type { Mode } from '@rowrate/core'

/** What the runner does where no option says otherwise. */

export const root = resolve(import.meta.dirname, '../../..')

/** Engines of `pnpm bench` without options and of a selection without `--filter`; adding an engine never lengthens it. */
export const shortList: readonly string[] = [
  'better-sqlite3',
  'node-sqlite',
  'libsql',
  'objectbox',
  'drizzle-better-sqlite3',
  'typeorm-better-sqlite3',
]

/** Runs a second time as its own A/A twin in `--full`; where it is not selected, the first engine does. */
export const referenceEngine = 'better-sqlite3'

export const defaultWorkload = { seed: 20_260_101, iterations: 100, batchSize: 10_000 } as const

/** The audit counts calls, so a small table without trims tells as much as a big one. */
export const auditWorkload = { iterations: 25, batchSize: 50, table: 'large' } as const

export const localResults = join(root, 'results/local')

/** Where stores lie unless `--data` names another file system. */
export const defaultData = join(localResults, 'data')

/** Flags of every Node.js worker. */
export const workerFlags: readonly string[] = ['--expose-gc']

export const workerMain = join(root, 'packages/core/src/worker-main.ts')

/** Foreign CPU use, in cores, from which on a machine is not quiet. */
export const maxForeignCpuCores = 0.1

export const gateWindowMs = 2_000
export const gatePatienceMs = 10 * 60_000
export const samplerIntervalMs = 500
export const loadIntervalMs = 10_000

/** Room that the data directory must have at the start: the largest store of a run and its snapshot. */
export const minFreeBytes = 256 * 1024 ** 2

/** What a worker prints is kept up to this length, the end of it. */
export const maxOutputCharacters = 8_192

/**
 * Time limits of one process. They only end what hangs, so they are far above what the slowest engine takes; raise
 * `operationMs` for a disk on which a commit takes seconds.
 */
export const timeLimits = {
  describeMs: 60_000,
  auditMs: 10 * 60_000,
  /** One pass of one operation with the default iterations and batch; larger ones raise it in proportion. */
  operationMs: { default: 120_000, large: 600_000 },
  /** After its result a worker has this long to end. */
  exitMs: 5_000,
} as const

/** Passes of one process, the untimed ones included. */
export const passes: Readonly<Record<Mode | 'rebuild', number>> = {
  cold: 1,
  warm: 2,
  hot: 11,
  rebuild: 1,
}
