import type { Writable } from 'node:stream'
import { createInterface } from 'node:readline'

import type { Failure, Job, Outcome, StoreReply, StoreRequest } from '@rowrate/core'
import { messageOf, RowrateError, workerMessageSchema } from '@rowrate/core'
import { z } from 'zod'

import { timeLimits } from '../configuration.ts'
import type { WorkerCommand } from './job-command.ts'
import { Output } from './output.ts'
import type { Ended } from './process.ts'
import { endOf, failure, startWorker, timedOut } from './process.ts'
import { timeLimitMs } from './time-limit.ts'

export interface WorkerOptions {
  readonly command: WorkerCommand
  /** Answers what the worker asks the second reader. */
  readonly requestStore: (request: StoreRequest) => Promise<unknown>
  /** Ends the worker; the outcome then means nothing. */
  readonly signal?: AbortSignal
}

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

interface Waiting {
  readonly kind: Job['kind']
  readonly settle: (outcome: Outcome) => undefined
}

/** A worker process, which is given jobs one after the other. What it does wrong is an outcome; nothing here throws for it. */
export class Worker {
  readonly #subprocess: ReturnType<typeof startWorker>
  readonly #requestStore: WorkerOptions['requestStore']
  readonly #output = new Output()
  #waiting: Waiting | undefined
  #ended: Ended | undefined

  constructor({ requestStore, ...options }: WorkerOptions) {
    this.#requestStore = requestStore
    this.#subprocess = startWorker(options)
    const [stdin, stdout, stderr, messages] = this.#subprocess.stdio
    this.#output.collect(stdout)
    this.#output.collect(stderr)
    // A worker that is gone does not read; how it ended says more than the broken pipe.
    stdin.on('error', () => undefined)
    createInterface({ input: messages }).on('line', (line) => this.#receive(line))
    void this.#watch()
  }

  /** What it has printed since the last call; undefined where nothing. */
  takeOutput(): string | undefined {
    return this.#output.take()
  }

  /** Gives it a job, answers its requests and waits for the result: a failure also where it crashed, hung or broke the protocol. */
  run(job: Job, limitMs: number = timeLimitMs(job)): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const limit = setTimeout(() => this.#giveUp(timedOut(limitMs)), limitMs)
    const settle = (outcome: Outcome): undefined => {
      clearTimeout(limit)
      this.#waiting = undefined
      resolve(outcome)
    }
    this.#waiting = { kind: job.kind, settle }
    if (this.#ended) settle(endOf(this.#ended))
    else this.#subprocess.stdin.write(`${JSON.stringify(job)}\n`)
    return promise
  }

  /** Waits until the process is gone. `patienceMs`: how long it may take. */
  async end(patienceMs: number = timeLimits.exitMs): Promise<undefined> {
    const impatience = setTimeout(() => this.#subprocess.kill('SIGKILL'), patienceMs)
    this.#subprocess.stdin.end()
    await this.#subprocess
    clearTimeout(impatience)
  }

  async #watch(): Promise<undefined> {
    this.#ended = await this.#subprocess
    this.#waiting?.settle(endOf(this.#ended))
  }

  #giveUp(reason: Failure): undefined {
    this.#waiting?.settle(reason)
    this.#subprocess.kill('SIGKILL')
  }

  #receive(line: string): undefined {
    const waiting = this.#waiting
    if (!waiting) return
    const message = parseMessage(line)
    if ('kind' in message) this.#giveUp(message)
    else if (message.type === 'store') {
      void replyTo(message.id, this.#requestStore(message.request), this.#subprocess.stdin)
    } else if (message.outcome.kind === waiting.kind || message.outcome.kind === 'failure') {
      waiting.settle(message.outcome)
    } else {
      const answer = `answered '${message.outcome.kind}' to '${waiting.kind}'`
      this.#giveUp(failure('PROTOCOL_INVALID', answer))
    }
  }
}
