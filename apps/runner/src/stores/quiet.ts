import { setTimeout } from 'node:timers/promises'

import { gatePatienceMs, samplerIntervalMs } from '../configuration.ts'
import { pass } from '../machine/gate.ts'
import type { StoresContext } from './context.ts'

export interface QuietPhase {
  readonly foreignCpuCores: number
  readonly noisyStart: boolean
}

/** Before each phase: in `--full` waits for a quiet machine, else only looks and says so. */
export async function quietPhase(context: StoresContext): Promise<QuietPhase> {
  const { plan, sampler, maxForeignCpuCores, progress, signal } = context
  const isWaiting = plan.preset === 'full'
  const { value, noisy } = await pass({
    read: () => {
      const cores = sampler.foreignCores()
      if (isWaiting && cores >= (maxForeignCpuCores ?? Infinity)) {
        progress.note(`waiting: other processes use ${Math.round(cores * 100)} % of a core`)
      }
      return signal.aborted ? 0 : cores
    },
    limit: maxForeignCpuCores,
    patienceMs: isWaiting ? gatePatienceMs : 0,
    intervalMs: samplerIntervalMs,
    now: () => performance.now(),
    // Aborted: the caller looks at the signal itself.
    sleep: (durationMs) => setTimeout(durationMs, undefined, { signal }).catch(() => undefined),
  })
  if (noisy) {
    progress.warnOnce(
      'noisy',
      `other processes use ${Math.round(value * 100)} % of a core: end them for steadier numbers; such phases are marked`,
    )
  }
  return { foreignCpuCores: value, noisyStart: noisy }
}
