import type { StoresPlan, StoresRunLine } from '@rowrate/core/stores'

import type { Sampler } from '../machine/sampler.ts'
import type { Progress } from '../run/progress.ts'
import type { AvailableVariant } from './engines.ts'
import type { ResultSet } from '../set/result-set.ts'
import type { Sites } from './sites.ts'
import type { Trials } from './space.ts'

/** What the parts of a run share. */
export interface StoresContext {
  readonly plan: StoresPlan
  readonly variants: ReadonlyMap<string, AvailableVariant>
  readonly trials: Trials
  readonly set: ResultSet<StoresRunLine>
  readonly sites: Sites
  readonly sampler: Sampler
  /** What others may use of the processors before a phase; undefined: no gate. */
  readonly maxForeignCpuCores: number | undefined
  /** The library that counts syncs; undefined where it could not be built. */
  readonly syncCounter: string | undefined
  readonly progress: Progress
  /** The run is to stop: what runs is ended and not recorded. */
  readonly signal: AbortSignal
}
