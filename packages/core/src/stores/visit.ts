import { setImmediate } from 'node:timers/promises'

import { messageOf, RowrateError } from '../error.ts'
import { quiesce } from '../timing.ts'
import type { AnyStoreEngine } from './engine.ts'
import type { StoreFailure } from './job.ts'
import { countDescriptors } from './process-state.ts'
import type { Step, StorePass } from './steps.ts'
import { abandon, runStepsAsync, runStepsSync } from './steps.ts'

/** Called between stores with the number of those that are done. */
export type OnProgress = (done: number) => void

export interface Visit {
  readonly engine: AnyStoreEngine
  readonly steps: readonly Step[]
  /** Store numbers in the order of the visit. */
  readonly order: readonly number[]
  /** Makes a store's notes and path, outside the clock. */
  readonly prepare: (index: number, place: number) => StorePass
  /** Looks at what a pass left, outside the clock; throws where it is wrong, which ends the visit. */
  readonly judge?: (pass: StorePass) => undefined | Promise<undefined>
  /** Stores stay open after their last step, and are handed to this. */
  readonly hold?: (pass: StorePass) => void
  readonly onProgress?: OnProgress | undefined
}

export interface Visited {
  /** Nanoseconds by step, of the stores that went through all of them. */
  readonly samples: ReadonlyMap<string, readonly number[]>
  /** Spent between stores on their notes and on judging answers. */
  readonly outsideNs: number
  /** The first of them. */
  readonly failures: readonly StoreFailure[]
  readonly failed: number
  readonly forcedCollections: number
  /** Stores that went through all steps. */
  readonly done: ReadonlySet<number>
}

/** Between as many stores the event loop turns, so that finalizers and signals get their turn. */
const storesPerTurn = 64
/** More than any engine needs for one store: beyond it, closed stores still hold descriptors until they are collected. */
const spareDescriptors = 512
const maxRecordedFailures = 20

class Journey {
  readonly #visit: Visit
  readonly #columns: readonly Float64Array[]
  readonly #allowedDescriptors = countDescriptors() + spareDescriptors
  readonly #failures: StoreFailure[] = []
  readonly #done = new Set<number>()
  #failed = 0
  #forcedCollections = 0
  #outsideNs = 0

  constructor(visiting: Visit) {
    this.#visit = visiting
    this.#columns = visiting.steps.map(() => new Float64Array(visiting.order.length))
  }

  async store(index: number, place: number): Promise<undefined> {
    const { engine, steps, prepare } = this.#visit
    const startNs = process.hrtime.bigint()
    const pass = prepare(index, place)
    this.#outsideNs += Number(process.hrtime.bigint() - startNs)
    const stamps = new BigInt64Array(steps.length + 1)
    try {
      // A sync engine never pays a microtask inside its steps.
      if (engine.api === 'sync') runStepsSync(pass, steps, stamps)
      else await runStepsAsync(pass, steps, stamps)
    } catch (error) {
      this.#fail(pass, stamps, error)
      await abandon(pass)
      return
    }
    steps.forEach((_, step) => {
      this.#columns[step]![this.#done.size] = Number(stamps[step + 1]! - stamps[step]!)
    })
    this.#done.add(index)
    await this.#judge(pass)
    this.#visit.hold?.(pass)
  }

  #fail(pass: StorePass, stamps: BigInt64Array, error: unknown): undefined {
    this.#failed += 1
    if (this.#failures.length === maxRecordedFailures) return
    const { steps } = this.#visit
    const step = steps[stamps.indexOf(0n) - 1] ?? steps.at(-1)!
    this.#failures.push({
      store: pass.index,
      directory: pass.options.directory,
      step: step.name,
      code: error instanceof RowrateError ? error.code : 'OPERATION_FAILED',
      message: messageOf(error),
    })
  }

  /** A wrong answer is no slow store: the whole phase has no figure then. */
  async #judge(pass: StorePass): Promise<undefined> {
    const startNs = process.hrtime.bigint()
    try {
      await this.#visit.judge?.(pass)
      this.#outsideNs += Number(process.hrtime.bigint() - startNs)
    } catch (cause) {
      const code = cause instanceof RowrateError ? cause.code : 'OPERATION_FAILED'
      throw new RowrateError(code, `store ${pass.options.directory}`, { cause })
    }
  }

  /** Ends what closed stores still hold, where an engine leaves that to the garbage collector. */
  async turn(): Promise<undefined> {
    await setImmediate()
    if (this.#visit.hold || countDescriptors() <= this.#allowedDescriptors) return
    quiesce()
    this.#forcedCollections += 1
    await setImmediate()
  }

  end(): Visited {
    const { steps, order } = this.#visit
    if (this.#done.size === 0 && order.length > 0) {
      const { directory, step, message } = this.#failures[0]!
      throw new RowrateError(
        'OPERATION_FAILED',
        `none of ${order.length} stores went through: ${step} of ${directory}: ${message}`,
      )
    }
    return {
      samples: new Map(
        steps.map(({ name }, step) => [
          name,
          [...this.#columns[step]!.subarray(0, this.#done.size)],
        ]),
      ),
      outsideNs: this.#outsideNs,
      failures: this.#failures,
      failed: this.#failed,
      forcedCollections: this.#forcedCollections,
      done: this.#done,
    }
  }
}

/**
 * Takes stores through the steps, one at a time. A store that fails is recorded by its path, and the next one has its turn. Throws
 * where all fail, or an answer is wrong.
 */
export async function visit(visiting: Visit): Promise<Visited> {
  const journey = new Journey(visiting)
  for (const [place, index] of visiting.order.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one store at a time
    await journey.store(index, place)
    if ((place + 1) % storesPerTurn !== 0) continue
    visiting.onProgress?.(place + 1)
    // oxlint-disable-next-line no-await-in-loop -- the event loop turns between stores
    await journey.turn()
  }
  return journey.end()
}
