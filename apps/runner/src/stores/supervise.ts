import { createInterface } from 'node:readline'

import type { Failure } from '@rowrate/core'
import type { StoreJob, StoreOutcome } from '@rowrate/core/stores'
import { storeMessageSchema } from '@rowrate/core/stores'

import { timeLimits } from '../configuration.ts'
import type { RegisteredEngine } from '../engines/registry.ts'
import { commandOf } from '../worker/job-command.ts'
import { Output } from '../worker/output.ts'
import { endOf, failure, startWorker, timedOut } from '../worker/process.ts'
import { storesWorkerMain, workerLimits } from './configuration.ts'

export interface StoreSupervision {
  readonly job: StoreJob
  /** Where the worker starts, and its command where it is not core's. */
  readonly engine: Pick<RegisteredEngine, 'folder' | 'command'>
  readonly environment?: Readonly<Record<string, string>>
  /** Ends the worker; the outcome then means nothing. */
  readonly signal: AbortSignal
  /** Called with the number of stores that are done. */
  readonly onProgress?: (done: number) => void
}

export interface StoreSupervised {
  /** A failure also where the worker crashed, hung or broke the protocol. */
  readonly outcome: StoreOutcome
  readonly output: string | undefined
}

/** After how many milliseconds a worker that is still at its job counts as hanging. */
export function workerLimitMs(job: StoreJob): number {
  if (job.kind === 'describe') return timeLimits.describeMs
  const { startMs, storeMs } = workerLimits
  return startMs + job.count * storeMs * Math.max(1, job.notes / 1_000)
}

function parsed(line: string) {
  try {
    return storeMessageSchema.parse(JSON.parse(line))
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error)
    return failure('PROTOCOL_INVALID', `not a message on descriptor 3: ${reason.slice(0, 300)}`)
  }
}

/** Starts a worker process, gives it one job and waits for its outcome. Never throws for what the worker does. */
export async function superviseStores(supervision: StoreSupervision): Promise<StoreSupervised> {
  const { job, engine, environment, signal, onProgress } = supervision
  const limitMs = workerLimitMs(job)
  const subprocess = startWorker({
    command: {
      ...commandOf(engine, storesWorkerMain),
      ...(environment && { env: environment }),
    },
    signal,
  })
  const [stdin, stdout, stderr, messages] = subprocess.stdio
  const output = new Output()
  output.collect(stdout)
  output.collect(stderr)
  // A worker that is gone does not read; how it ended says more than the broken pipe.
  stdin.on('error', () => undefined)
  stdin.end(`${JSON.stringify(job)}\n`)
  let outcome: StoreOutcome | undefined
  const limit = setTimeout(() => {
    outcome ??= timedOut(limitMs)
    subprocess.kill('SIGKILL')
  }, limitMs)
  let lingering: NodeJS.Timeout | undefined
  createInterface({ input: messages }).on('line', (line) => {
    if (outcome) return
    const message = parsed(line)
    if ('type' in message && message.type === 'progress') {
      onProgress?.(message.done)
      return
    }
    outcome = 'type' in message ? message.outcome : (message satisfies Failure)
    lingering = setTimeout(() => subprocess.kill('SIGKILL'), timeLimits.exitMs)
  })
  const ended = await subprocess
  clearTimeout(limit)
  clearTimeout(lingering)
  return { outcome: outcome ?? endOf(ended), output: output.take() }
}
