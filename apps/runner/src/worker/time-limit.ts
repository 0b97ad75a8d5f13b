import type { Job, OperationJob } from '@rowrate/core'

import { defaultWorkload, passes, timeLimits } from '../configuration.ts'

function operationLimitMs({ mode, options }: OperationJob): number {
  const size = Math.max(
    1,
    options.iterations / defaultWorkload.iterations,
    options.batchSize / defaultWorkload.batchSize,
  )
  return timeLimits.operationMs[options.table] * passes[mode] * size
}

/** After how many milliseconds a worker that is still at its job counts as hanging. */
export function timeLimitMs(job: Job): number {
  if (job.kind === 'describe') return timeLimits.describeMs
  return job.kind === 'audit' ? timeLimits.auditMs : operationLimitMs(job)
}
