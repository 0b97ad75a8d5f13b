import type { AnyEngine } from '../engine.ts'
import type { Test } from '../model.ts'
import type { WorkloadOptions } from '../workload.ts'

/** Small enough for a contract test, large enough for full pages, a trim, and more rows than one chunk of a bulk insert. */
export const contractWorkload = (engine: AnyEngine, test: Test): WorkloadOptions => ({
  seed: 20_260_101,
  test,
  table: 'default',
  iterations: 40,
  batchSize: 400,
  bulk: engine.lacks?.bulk === undefined,
})
