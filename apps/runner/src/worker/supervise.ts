import type { Writable } from 'node:stream'
import { createInterface } from 'node:readline'

import type {
  Failure,
  Job,
  Outcome,
  RowrateErrorCode,
  StoreReply,
  StoreRequest,
} from '@rowrate/core'
import { messageOf, RowrateError, workerMessageSchema } from '@rowrate/core'
import { execa } from 'execa'
import { z } from 'zod'

import { timeLimits } from '../configuration.ts'
import type { WorkerCommand } from './job-command.ts'
import { Output } from './output.ts'
import { timeLimitMs } from './time-limit.ts'

export interface Supervision {
  readonly command: WorkerCommand
  readonly job: Job
  /** Answers what the worker asks the second reader. */
  readonly requestStore: (request: StoreRequest) => Promise<unknown>
  /** Ends the worker; the outcome then means nothing. */
  readonly signal?: AbortSignal
  readonly limitMs?: number
  /** How long a worker may take to end after its result. */
  readonly exitMs?: number
}

export interface Supervised {
  /** A failure also where the worker crashed, hung or broke the protocol. */
  readonly outcome: Outcome
  readonly output: string | undefined
}

const failure = (code: RowrateErrorCode, message: string): Failure => ({
  kind: 'failure',
  code,
  message,
})

const shown = (line: string) => (line.length > 200 ? `${line.slice(0, 200)}…` : line)

function parseMessage(line: string): z.infer<typeof workerMessageSchema> | Failure {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return failure('PROTOCOL_INVALID', `not a JSON line on descriptor 3: ${shown(line)}`)
  }
  const parsed = workerMessageSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const reason = z.prettifyError(parsed.error).replaceAll(/\s*\n\s*/g, ' ')
  return failure('PROTOCOL_INVALID', `not a message of the protocol: ${shown(line)} (${reason})`)
}

async function replyTo(id: number, answer: Promise<unknown>, stdin: Writable): Promise<undefined> {
  let reply: StoreReply
  try {
    reply = { id, ok: true, value: await answer }
  } catch (error) {
    const code = error instanceof RowrateError ? error.code : 'STORAGE_FAILED'
    reply = { id, ok: false, code, message: messageOf(error) }
  }
  if (stdin.writable) stdin.write(`${JSON.stringify(reply)}\n`)
}

function start({ command, job, signal, limitMs = timeLimitMs(job) }: Supervision) {
  return execa(command.file, command.args, {
    cwd: command.cwd,
    env: command.env ?? {},
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    buffer: false,
    reject: false,
    timeout: limitMs,
    // A worker that hangs in native code does not heed a polite signal.
    killSignal: 'SIGKILL',
    ...(signal && { cancelSignal: signal }),
  })
}

type Ended = Awaited<ReturnType<typeof start>>

/** What became of a worker that ended without a result. */
function endOf(ended: Ended, limitMs: number): Failure {
  if (ended.timedOut) {
    return failure('WORKER_TIMEOUT', `no result within ${limitMs / 1000} s; the worker was ended`)
  }
  if (ended.exitCode === undefined && ended.signal === undefined) {
    return failure(
      'WORKER_EXITED',
      `the worker did not start: ${ended.originalMessage ?? 'no reason given'}`,
    )
  }
  const how = ended.signal === undefined ? `exit code ${ended.exitCode}` : ended.signal
  return failure('WORKER_EXITED', `the worker ended (${how}) before its result`)
}

/**
 * Starts a worker process, gives it one job, answers its requests and waits for its result. Never throws for what the worker
 * does: that is an outcome.
 */
export async function supervise(supervision: Supervision): Promise<Supervised> {
  const { job, requestStore, limitMs = timeLimitMs(job), exitMs = timeLimits.exitMs } = supervision
  const subprocess = start(supervision)
  const [stdin, stdout, stderr, messages] = subprocess.stdio
  const output = new Output()
  output.collect(stdout)
  output.collect(stderr)
  // A worker that is gone does not read; how it ended says more than the broken pipe.
  stdin.on('error', () => undefined)
  stdin.write(`${JSON.stringify(job)}\n`)

  let outcome: Outcome | undefined
  let lingering: NodeJS.Timeout | undefined
  const settle = (result: Outcome, patienceMs: number) => {
    outcome = result
    lingering = setTimeout(() => subprocess.kill('SIGKILL'), patienceMs)
  }
  createInterface({ input: messages }).on('line', (line) => {
    if (outcome) return
    const message = parseMessage(line)
    if ('kind' in message) settle(message, 0)
    else if (message.type === 'store')
      void replyTo(message.id, requestStore(message.request), stdin)
    else if (message.outcome.kind === job.kind || message.outcome.kind === 'failure') {
      settle(message.outcome, exitMs)
    } else {
      settle(failure('PROTOCOL_INVALID', `answered '${message.outcome.kind}' to '${job.kind}'`), 0)
    }
  })
  const ended = await subprocess
  clearTimeout(lingering)
  return { outcome: outcome ?? endOf(ended, limitMs), output: output.text }
}
