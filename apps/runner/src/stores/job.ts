import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { syncCounterVariable, syncKinds } from '@rowrate/core'
import type { PhaseJob, PhaseKey, StoresPlan } from '@rowrate/core/stores'
import { allocatorEnvironment } from '@rowrate/core/stores'

import type { AvailableVariant } from './engines.ts'
import type { StoreSupervised } from './supervise.ts'
import { superviseStores } from './supervise.ts'

export interface PhaseRun {
  readonly plan: Pick<StoresPlan, 'workload' | 'query' | 'hold'>
  readonly variant: AvailableVariant
  readonly key: PhaseKey
  readonly root: string
  /** First store that a create phase makes. */
  readonly first: number
  readonly syncCounter: string | undefined
  readonly signal: AbortSignal
  readonly onProgress?: (done: number) => void
}

export function phaseJob({ plan, variant, key, root, first }: PhaseRun): PhaseJob {
  const { workload, query, hold } = plan
  const { phase, count, notes, seed } = key
  const { engine } = variant
  const base = {
    kind: 'phase',
    engine: engine.name,
    module: engine.module,
    variant: variant.name,
    root,
    workload,
    notes,
    count,
  } as const
  if (phase === 'create') return { ...base, phase, first }
  if (phase === 'open') return { ...base, phase, seed, query }
  if (phase === 'hold') return { ...base, phase, seed, query, hold: Math.min(hold, count) }
  return { ...base, phase }
}

/** What preloads the sync counter into a worker; nothing where there is none. */
function countingEnvironment(library: string | undefined, file: string): Record<string, string> {
  if (library === undefined) return {}
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, Buffer.alloc(8 * syncKinds.length))
  return { LD_PRELOAD: library, [syncCounterVariable]: file }
}

/** Runs one phase in a worker of its own; syncs are counted in profiles only. */
export async function runPhase(run: PhaseRun): Promise<StoreSupervised> {
  const { variant, key, root, syncCounter, signal, onProgress } = run
  const countFile = `${root}.syncs`
  try {
    return await superviseStores({
      job: phaseJob(run),
      engine: variant.engine,
      environment: {
        ...variant.environment,
        ...allocatorEnvironment[key.allocator],
        ...(key.phase === 'profile' && countingEnvironment(syncCounter, countFile)),
      },
      signal,
      ...(onProgress && { onProgress }),
    })
  } finally {
    rmSync(countFile, { force: true })
  }
}
