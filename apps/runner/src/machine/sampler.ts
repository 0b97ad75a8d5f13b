import type { LoadLine } from '@rowrate/core'

import { loadIntervalMs, samplerIntervalMs } from '../configuration.ts'
import { ForeignCpu } from './foreign-cpu.ts'
import { readLoad1, readProcessorTime } from './processor-time.ts'

export interface Sampler {
  /** Foreign CPU use up to now, in cores. */
  foreignCores(): number
  load1(): number
  stop(): undefined
}

/** Samples the machine all the time, so that a quiet one never waits; hands a line to `record` every ten seconds. */
export function startSampler(record: (line: LoadLine) => void): Sampler {
  const foreignCpu = new ForeignCpu()
  const sample = () => foreignCpu.add(readProcessorTime())
  sample()
  const sampling = setInterval(sample, samplerIntervalMs)
  const recording = setInterval(() => {
    record({ at: new Date().toISOString(), load1: readLoad1(), foreignCpuCores: foreignCpu.cores })
  }, loadIntervalMs)
  return {
    foreignCores: () => {
      sample()
      return foreignCpu.cores
    },
    load1: readLoad1,
    stop: () => {
      clearInterval(sampling)
      clearInterval(recording)
      return undefined
    },
  }
}
