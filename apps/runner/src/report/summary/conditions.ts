import type { Conditions, Spread } from '@rowrate/core'
import { operations } from '@rowrate/core'
import { max, median, min } from 'simple-statistics'

import type { ResultSet } from '../read-result-set.ts'
import { nameOf, slicesOfPart } from './slices.ts'

/** How quiet the machine and its storage were while the set was measured. */
export function conditionsOf(set: ResultSet): Conditions {
  const { samples, load, disks } = set
  const ok = samples.filter((sample) => sample.status === 'ok')
  const canaries = ok.flatMap(({ canaryBefore, canaryAfter }) =>
    [canaryBefore, canaryAfter].filter((canary) => canary !== undefined),
  )
  return {
    samples: ok.length,
    isComplete: isComplete(set),
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

/** The last operation of a block is recorded even where the engine failed before it. */
function isComplete({ environment, samples, unavailable }: ResultSet): boolean {
  const recorded = new Set(
    samples
      .filter(({ twin }) => !twin)
      .map((sample) => `${nameOf(sample)} ${sample.engine} ${sample.operation} ${sample.block}`),
  )
  const { engines, parts } = environment.plan
  const available = engines.filter((engine) => !unavailable.has(engine))
  return parts.every((part) => {
    const own = available.filter((engine) => part.engines?.includes(engine) ?? true)
    const last = operations.findLast(({ code }) => part.operations?.includes(code) ?? true)?.code
    const blocks = Array.from({ length: part.blocks }, (_, index) => index + 1)
    return slicesOfPart(part).every((key) =>
      own.every((engine) =>
        blocks.every((block) => recorded.has(`${nameOf(key)} ${engine} ${last} ${block}`)),
      ),
    )
  })
}

function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null
  const all = [...values]
  return { min: min(all), median: median(all), max: max(all) }
}
