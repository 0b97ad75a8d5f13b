import { setTimeout } from 'node:timers/promises'

import { gatePatienceMs, samplerIntervalMs } from '../configuration.ts'
import { pass } from '../machine/gate.ts'
import type { RunContext } from './context.ts'

export interface QuietStart {
  readonly foreignCpuCores: number
  readonly noisyStart: boolean
  readonly waited: boolean
}

const sleepUntilStopped = (signal: AbortSignal) => (durationMs: number) =>
  // Aborted: the caller looks at the signal itself.
  setTimeout(durationMs, undefined, { signal }).catch(() => undefined)

/** Before each sample: in the long presets waits for a quiet machine, else only looks and says so. */
export async function quietStart(context: RunContext): Promise<QuietStart> {
  const { plan, sampler, limits, progress, signal } = context
  const waits = ['full', 'study', 'experiments'].includes(plan.preset)
  const { value, noisy, waitedMs } = await pass({
    read: () => {
      const cores = sampler.foreignCores()
      if (waits && cores >= (limits.foreignCpuCores ?? Infinity)) {
        progress.note(`waiting: other processes use ${Math.round(cores * 100)} % of a core`)
      }
      return signal.aborted ? 0 : cores
    },
    limit: limits.foreignCpuCores,
    patienceMs: waits ? gatePatienceMs : 0,
    intervalMs: samplerIntervalMs,
    now: () => performance.now(),
    sleep: sleepUntilStopped(signal),
  })
  if (noisy) {
    progress.warnOnce(
      'noisy',
      `other processes use ${Math.round(value * 100)} % of a core: end them for steadier numbers; such samples are marked`,
    )
  }
  return { foreignCpuCores: value, noisyStart: noisy, waited: waitedMs > 0 }
}

/** Before a whole run, where `--max-load` is given: waits until the load average has fallen. */
export async function lowLoad(context: RunContext, block: number): Promise<undefined> {
  const { sampler, limits, progress, signal } = context
  const { noisy, value } = await pass({
    read: () => {
      const load1 = sampler.load1()
      if (load1 >= (limits.load1 ?? Infinity)) progress.note(`waiting: load average ${load1}`)
      return signal.aborted ? 0 : load1
    },
    limit: limits.load1,
    patienceMs: gatePatienceMs,
    intervalMs: samplerIntervalMs,
    now: () => performance.now(),
    sleep: sleepUntilStopped(signal),
  })
  if (noisy) {
    progress.warn(
      `run ${block} starts at load ${value}, above --max-load ${limits.load1}: it did not fall within 10 minutes`,
    )
  }
}
