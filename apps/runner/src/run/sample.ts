import type { Canary, Failure, Measurement, Outcome, Sample } from '@rowrate/core'
import { operationOf } from '@rowrate/core'

import { disturbance } from '../machine/disturbance.ts'
import type { Task } from '../plan/schedule.ts'
import type { RunContext } from './context.ts'
import { runOperation } from './operation-job.ts'
import { quietStart } from './quiet.ts'
import { rebuild } from './rebuild.ts'
import { changesStore, changing } from './store-folders.ts'

/** What was seen of the machine around a sample. */
interface Surroundings {
  readonly load1: number
  readonly foreignCpuCores: number
  readonly noisyStart: boolean
  readonly canaryBefore?: Canary
  readonly canaryAfter?: Canary
}

const now = () => new Date().toISOString()

const baseOf = ({ key, position }: Task, startedAt = now()) =>
  ({ type: 'sample', ...key, position, startedAt }) as const

type Base = ReturnType<typeof baseOf>

const failureOf = (outcome: Exclude<Outcome, Measurement>): Failure =>
  outcome.kind === 'failure'
    ? outcome
    : {
        kind: 'failure',
        code: 'PROTOCOL_INVALID',
        message: `answered '${outcome.kind}' to an operation`,
      }

function okSample(
  base: Base,
  measurement: Measurement,
  surroundings: Surroundings,
  mayReject: boolean,
): Sample {
  const { canaryBefore, canaryAfter } = surroundings
  const reason =
    mayReject && canaryBefore && canaryAfter
      ? disturbance(canaryBefore, canaryAfter, operationOf(base.operation))
      : undefined
  return {
    ...base,
    status: 'ok',
    measurement,
    ...surroundings,
    ...(reason !== undefined && { rejected: reason }),
  }
}

/** Runs tasks one after the other; one canary serves as the end of a sample and the start of the next. */
export class Sampling {
  readonly #context: RunContext
  #canary: Canary | undefined

  constructor(context: RunContext) {
    this.#context = context
  }

  /** The canary just taken is no longer the one before the next sample: something else ran. */
  forgetCanary(): undefined {
    this.#canary = undefined
  }

  /**
   * Measures a task. Undefined where the run was stopped: then nothing counts. `mayReject`: a disturbed sample is marked, to be
   * measured again.
   */
  async take(task: Task, mayReject: boolean): Promise<Sample | undefined> {
    const { stores, signal } = this.#context
    if (task.absent !== undefined) {
      return { ...baseOf(task), status: 'absent', reason: task.absent }
    }
    const { failed } = stores.of(task.key)
    if (failed !== undefined) {
      return { ...baseOf(task), status: 'not run', reason: `${failed} failed` }
    }
    const unready = await this.#makeReady(task)
    if (signal.aborted) return undefined
    return unready ? this.#failed(baseOf(task), unready) : this.#measure(task, mayReject)
  }

  /** Rebuilds the store where it does not hold what the operation must find. */
  async #makeReady(task: Task): Promise<Failure | undefined> {
    const { holds } = this.#context.stores.of(task.key)
    if (holds.join() === changing(task.before).join()) return undefined
    this.forgetCanary()
    return rebuild(this.#context, task)
  }

  async #measure(task: Task, mayReject: boolean): Promise<Sample | undefined> {
    const { canary, sampler, stores, signal } = this.#context
    const { operation, mode } = task.key
    const { foreignCpuCores, noisyStart, waited } = await quietStart(this.#context)
    if (waited) this.forgetCanary()
    const canaryBefore = this.#canary ?? canary?.sample()
    if (signal.aborted) return undefined
    const before = { load1: sampler.load1(), foreignCpuCores, noisyStart }
    const base = baseOf(task)
    const { outcome, output } = await runOperation(
      this.#context,
      task,
      operation,
      task.before.at(-1),
      mode,
    )
    if (signal.aborted) return undefined
    const canaryAfter = canary?.sample()
    this.#canary = canaryAfter
    const printed = output === undefined ? {} : { output }
    if (outcome.kind !== 'operation') {
      return { ...this.#failed(base, failureOf(outcome)), ...printed }
    }
    if (changesStore(operation)) stores.of(task.key).holds.push(operation)
    const surroundings = {
      ...before,
      ...(canaryBefore && { canaryBefore }),
      ...(canaryAfter && { canaryAfter }),
    }
    return { ...okSample(base, outcome, surroundings, mayReject), ...printed }
  }

  #failed(base: Base, { code, message }: Failure): Sample {
    this.#context.stores.of(base).failed = base.operation
    return { ...base, status: 'failed', code, message }
  }
}
