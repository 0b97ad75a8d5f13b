import type { Conditions, Spread } from '@rowrate/core'
import { operations } from '@rowrate/core'
import { max, median, min } from 'simple-statistics'

import type { ResultSet } from '../read-result-set.ts'
import { nameOf } from './slices.ts'

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
  const last = operations.at(-1)?.code
  const ended = new Set(
    samples
      .filter(({ operation, twin }) => operation === last && !twin)
      .map((sample) => `${nameOf(sample)} ${sample.engine} ${sample.block}`),
  )
  const { engines, parts } = environment.plan
  const available = engines.filter((engine) => !unavailable.has(engine))
  return parts.every(({ tests, modes, table, journal, blocks }) =>
    tests.every((test) =>
      modes.every((mode) =>
        available.every((engine) =>
          Array.from({ length: blocks }, (_, block) => block + 1).every((block) =>
            ended.has(`${nameOf({ test, table, mode, journal })} ${engine} ${block}`),
          ),
        ),
      ),
    ),
  )
}

function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null
  const all = [...values]
  return { min: min(all), median: median(all), max: max(all) }
}
