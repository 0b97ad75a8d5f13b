import type { Description, PlanSettings, RunLine, StoreRequest } from '@rowrate/core'

import type { RegisteredEngine } from '../engines/registry.ts'
import type { CanaryWork } from '../machine/canary.ts'
import type { Sampler } from '../machine/sampler.ts'
import type { ResultSet } from '../set/result-set.ts'
import type { Progress } from './progress.ts'
import type { StoreFolders } from './store-folders.ts'

export interface AvailableEngine extends RegisteredEngine {
  readonly details: Description
}

export interface GateLimits {
  /** Foreign CPU use in cores; undefined: off. */
  readonly foreignCpuCores: number | undefined
  /** 1-minute load, before a whole run only; undefined: off. */
  readonly load1: number | undefined
}

/** What the parts of a run share. */
export interface RunContext {
  readonly plan: PlanSettings
  readonly engines: ReadonlyMap<string, AvailableEngine>
  readonly set: ResultSet<RunLine>
  readonly stores: StoreFolders
  readonly requestStore: (request: StoreRequest) => Promise<unknown>
  readonly sampler: Sampler
  readonly canary: Pick<CanaryWork, 'sample' | 'disk'> | undefined
  readonly limits: GateLimits
  readonly progress: Progress
  /** Makes sync calls slower when preloaded; there where the plan asks for it. */
  readonly syncLibrary?: string | undefined
  /** The run is to stop: what runs is ended and not recorded. */
  readonly signal: AbortSignal
}
