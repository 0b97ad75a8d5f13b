import type { Canary, Failure, Measurement, OkSample, Sample } from '@rowrate/core'
import { operationOf } from '@rowrate/core'

import { disturbance } from '../machine/disturbance.ts'
import type { Task } from '../plan/schedule.ts'
import type { Supervised } from '../worker/supervise.ts'
import type { RunContext } from './context.ts'
import { runOperation } from './operation-job.ts'
import type { QuietStart } from './quiet.ts'
import { quietStart } from './quiet.ts'
import { rebuild } from './rebuild.ts'
import { changesStore, changing } from './store-folders.ts'

const sameList = (a: readonly unknown[], b: readonly unknown[]) => a.join() === b.join()

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
    const base = { type: 'sample', ...task.key, position: task.position } as const
    const startedAt = () => new Date().toISOString()
    if (task.absent !== undefined) {
      return { ...base, startedAt: startedAt(), status: 'absent', reason: task.absent }
    }
    const store = stores.of(task.key)
    if (store.failed !== undefined) {
      const reason = `${store.failed} failed`
      return { ...base, startedAt: startedAt(), status: 'not run', reason }
    }
    const unready = await this.#makeReady(task)
    if (signal.aborted) return undefined
    if (unready) return this.#failed(task, { ...base, startedAt: startedAt() }, unready, undefined)
    const quiet = await quietStart(this.#context)
    if (quiet.waited) this.forgetCanary()
    const canaryBefore = (this.#canary ??= this.#context.canary?.sample())
    if (signal.aborted) return undefined
    const load1 = this.#context.sampler.load1()
    const started = { ...base, startedAt: startedAt() }
    const { operation, mode } = task.key
    const supervised = await runOperation(this.#context, task, operation, task.before.at(-1), mode)
    if (signal.aborted) return undefined
    this.#canary = this.#context.canary?.sample()
    const { outcome, output } = supervised
    if (outcome.kind !== 'operation') return this.#failed(task, started, outcome, output)
    if (changesStore(operation)) store.holds.push(operation)
    const canaries = { before: canaryBefore, after: this.#canary }
    return this.#ok({ started, quiet, load1, canaries, measurement: outcome, output, mayReject })
  }

  async #makeReady(task: Task): Promise<Failure | undefined> {
    const store = this.#context.stores.of(task.key)
    if (sameList(store.holds, changing(task.before))) return undefined
    this.forgetCanary()
    return rebuild(this.#context, task)
  }

  #failed(
    task: Task,
    started: Pick<OkSample, 'startedAt' | 'position' | 'type'> & Task['key'],
    outcome: Supervised['outcome'],
    output: string | undefined,
  ): Sample {
    this.#context.stores.of(task.key).failed = task.key.operation
    const { code, message } =
      outcome.kind === 'failure'
        ? outcome
        : { code: 'PROTOCOL_INVALID', message: `answered '${outcome.kind}' to an operation` }
    return { ...started, status: 'failed', code, message, ...(output !== undefined && { output }) }
  }

  #ok({
    started,
    quiet,
    load1,
    canaries: { before, after },
    measurement,
    output,
    mayReject,
  }: {
    readonly started: Pick<OkSample, 'startedAt' | 'position' | 'type'> & Task['key']
    readonly quiet: QuietStart
    readonly load1: number
    readonly canaries: { readonly before: Canary | undefined; readonly after: Canary | undefined }
    readonly measurement: Measurement
    readonly output: string | undefined
    readonly mayReject: boolean
  }): OkSample {
    const disturbed =
      mayReject && before && after
        ? disturbance(before, after, operationOf(started.operation))
        : undefined
    return {
      ...started,
      status: 'ok',
      measurement,
      ...(before && { canaryBefore: before }),
      ...(after && { canaryAfter: after }),
      load1,
      foreignCpuCores: quiet.foreignCpuCores,
      noisyStart: quiet.noisyStart,
      ...(disturbed !== undefined && { rejected: disturbed }),
      ...(output !== undefined && { output }),
    }
  }
}
