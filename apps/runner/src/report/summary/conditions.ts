import type { Conditions, Spread } from '@rowrate/core'
import { max, median, min } from 'simple-statistics'

import type { ResultSet } from '../read-result-set.ts'

/** How quiet the machine and its storage were while the set was measured. */
export function conditionsOf({ samples, load, disks }: ResultSet): Conditions {
  const ok = samples.filter((sample) => sample.status === 'ok')
  const canaries = ok.flatMap(({ canaryBefore, canaryAfter }) =>
    [canaryBefore, canaryAfter].filter((canary) => canary !== undefined),
  )
  return {
    samples: ok.length,
    failed: samples.filter(({ status }) => status === 'failed').length,
    rejected: ok.filter(({ rejected }) => rejected !== undefined).length,
    noisyStarts: ok.filter(({ noisyStart }) => noisyStart).length,
    load1: spreadOf(load.map(({ load1 }) => load1)),
    foreignCpuCores: spreadOf(load.map(({ foreignCpuCores }) => foreignCpuCores)),
    canaryCommitNs: spreadOf(canaries.map(({ commitMedianNs }) => commitMedianNs)),
    canaryLoopNs: spreadOf(canaries.map(({ loopNs }) => loopNs)),
    sequentialWriteNs: spreadOf(disks.map(({ writeNs }) => writeNs)),
  }
}

function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null
  const all = [...values]
  return { min: min(all), median: median(all), max: max(all) }
}
