import type { EngineRecord, Environment, PlanSettings } from '@rowrate/core'

import { workerFlags } from '../configuration.ts'
import { measureCommitLatency } from './commit-latency.ts'
import { readMachine } from './machine.ts'
import { mountOf } from './mount.ts'
import { readRepository } from './repository.ts'

export interface EnvironmentInput {
  readonly plan: PlanSettings
  /** The directory under which stores are made; it exists. */
  readonly data: string
  readonly engines: Record<string, EngineRecord>
  /** Of the project. */
  readonly root: string
}

/** Everything about the place of a run that its figures depend on. Throws USAGE where the data directory can not be written. */
export async function recordEnvironment(input: EnvironmentInput): Promise<Environment> {
  const startedAt = new Date().toISOString()
  const { plan, data, engines, root } = input
  const [machine, rowrate] = await Promise.all([readMachine(), readRepository(root)])
  // Alone, because whatever runs beside it would lengthen the commits.
  const { inPlace, growing } = await measureCommitLatency(data)
  return {
    schema: 1,
    startedAt,
    rowrate,
    plan,
    machine,
    storage: { ...mountOf(data), commitInPlace: inPlace, commitGrowing: growing },
    node: process.version,
    flags: nodeFlags(),
    engines,
  }
}

/** What every Node.js worker is started with, through NODE_OPTIONS too. */
export const nodeFlags = (options = process.env['NODE_OPTIONS'] ?? ''): string[] => [
  ...workerFlags,
  ...options.split(/\s+/).filter((flag) => flag !== ''),
]
