import type { Job, Outcome } from '@rowrate/core'

import type { WorkerOptions } from './worker.ts'
import { Worker } from './worker.ts'

export interface Supervision extends WorkerOptions {
  readonly job: Job
  readonly limitMs?: number
  /** How long a worker may take to end after its result. */
  readonly exitMs?: number
}

export interface Supervised {
  /** A failure also where the worker crashed, hung or broke the protocol. */
  readonly outcome: Outcome
  readonly output: string | undefined
}

/** Starts a worker process for one job, and waits until it has ended. Never throws for what the worker does. */
export async function supervise({
  job,
  limitMs,
  exitMs,
  ...options
}: Supervision): Promise<Supervised> {
  const worker = new Worker(options)
  const outcome = await worker.run(job, limitMs)
  await worker.end(exitMs)
  return { outcome, output: worker.takeOutput() }
}
