import type { Failure, RowrateErrorCode } from '@rowrate/core'
import { execa } from 'execa'

import type { WorkerCommand } from './job-command.ts'

export const failure = (code: RowrateErrorCode, message: string): Failure => ({
  kind: 'failure',
  code,
  message,
})

export const timedOut = (limitMs: number): Failure =>
  failure('WORKER_TIMEOUT', `no result within ${limitMs / 1000} s; the worker was ended`)

/** Starts a worker with a pipe at descriptor 3. `signal` ends it. */
export function startWorker({
  command,
  signal,
}: {
  readonly command: WorkerCommand
  readonly signal?: AbortSignal
}) {
  return execa(command.file, command.args, {
    cwd: command.cwd,
    env: command.env ?? {},
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    buffer: false,
    reject: false,
    // A worker that hangs in native code does not heed a polite signal.
    killSignal: 'SIGKILL',
    ...(signal && { cancelSignal: signal }),
  })
}

export type Ended = Awaited<ReturnType<typeof startWorker>>

/** What became of a worker that ended without a result. */
export function endOf(ended: Ended): Failure {
  if (ended.exitCode === undefined && ended.signal === undefined) {
    return failure(
      'WORKER_EXITED',
      `the worker did not start: ${ended.originalMessage ?? 'no reason given'}`,
    )
  }
  const how = ended.signal === undefined ? `exit code ${ended.exitCode}` : ended.signal
  return failure('WORKER_EXITED', `the worker ended (${how}) before its result`)
}
