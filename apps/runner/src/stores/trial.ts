import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import type { PhaseKey, PhaseResult, StoresPlan } from '@rowrate/core/stores'
import { unpackSamples } from '@rowrate/core/stores'

import type { Progress } from '../run/progress.ts'
import { trialStores } from './configuration.ts'
import type { AvailableVariant } from './engines.ts'
import { runPhase } from './job.ts'
import type { Trial, Trials } from './space.ts'

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0)

/** Milliseconds of all steps together, per store. */
export const meanMs = ({ samples, stores }: PhaseResult): number =>
  sum(Object.values(samples).map((packed) => sum(unpackSamples(packed)))) / stores / 1e6

interface TrialRun {
  readonly plan: StoresPlan
  readonly variant: AvailableVariant
  readonly data: string
  readonly signal: AbortSignal
}

/** Makes a few stores, of which nothing is recorded. Undefined where that fails. */
async function tryVariant({ plan, variant, data, signal }: TrialRun): Promise<Trial | undefined> {
  const root = join(data, `trial-${variant.name}`)
  mkdirSync(root, { recursive: true })
  const key: PhaseKey = {
    variant: variant.name,
    allocator: 'default',
    series: 'main',
    place: 'disk',
    notes: plan.notes,
    phase: 'create',
    count: trialStores,
    seed: 0,
  }
  const base = { plan, variant, root, first: 0, syncCounter: undefined, signal }
  try {
    const { outcome } = await runPhase({ ...base, key })
    if (outcome.kind !== 'phase') return undefined
    return {
      bytesPerStore: outcome.disk.allocatedBytes / outcome.stores,
      createMs: meanMs(outcome),
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Tries every variant with a few stores: what they take on disk, and how long the run will take. What fails here fails in its phase. */
export async function tryVariants(
  plan: StoresPlan,
  variants: ReadonlyMap<string, AvailableVariant>,
  data: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<Trials> {
  const trials = new Map<string, Trial>()
  for (const variant of variants.values()) {
    progress.note(`trying ${variant.name}`)
    // oxlint-disable-next-line no-await-in-loop -- one process at a time
    const trial = await tryVariant({ plan, variant, data, signal })
    if (signal.aborted) break
    if (trial) trials.set(variant.name, trial)
  }
  return trials
}
