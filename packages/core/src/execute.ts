import type { Administration, RequestStore } from './administration.ts'
import { administrationOf } from './administration.ts'
import type { Drive, Driven } from './drive.ts'
import { bodyOf, fieldsOf } from './drive.ts'
import type { AnyEngine, Session, Settings } from './engine.ts'
import { valueOf } from './engine.ts'
import { RowrateError } from './error.ts'
import { expectedRows } from './expectation.ts'
import type { Judged } from './judge.ts'
import { judgeAnswers } from './judge.ts'
import { OpenStore } from './open-store.ts'
import type { Operation, OperationCode } from './operations.ts'
import { operationOf } from './operations.ts'
import { prepare } from './preparation.ts'
import type { Measurement, Mode, OperationJob } from './protocol.ts'
import { judgeSettings, withoutCompileOptions } from './sqlite/settings.ts'
import type { StateQuestion } from './state.ts'
import type { Region } from './timing.ts'
import { measure } from './timing.ts'
import type { WarmLoop } from './warm-loop.ts'
import { warmLoop } from './warm-loop.ts'
import { trimCount } from './workload.ts'

/** Repetitions of a hot operation after its untimed first pass; fixed, so that no engine is run until it looks good. */
export const hotRepetitions = 10

export interface Execution extends Pick<
  OperationJob,
  'options' | 'journal' | 'directory' | 'previous'
> {
  readonly engine: AnyEngine
  readonly operation: OperationCode
  readonly mode: Mode | 'rebuild'
  /** Reaches the second reader; needed for engines with `storage: 'sqlite'`. */
  readonly request?: RequestStore
  /** Repetitions of a hot operation; fewer only in contract tests. */
  readonly repetitions?: number
}

interface Pass {
  readonly judged: Judged
  readonly region?: Region
  readonly idsReturned?: boolean
}

/** True where every inserted entity, or the list that the bulk insert returned, carries the id that was stored. */
function idsReturned(store: OpenStore, operation: Operation, drive: Drive, driven: Driven) {
  const stored = expectedRows(store.options, operation.code, { trimmed: false })
  const entities = operation.shape === 'bulk' ? (drive.inputs[0] as unknown[]) : drive.inputs
  const expected = stored.slice(stored.length - entities.length).map(({ id }) => id)
  const answer = driven.answers[0]
  const found = Array.isArray(answer) ? answer : entities.map((each) => valueOf(each, 'id'))
  const returned = expected.every((id, index) => Number(found[index]) === id)
  if (!returned && operation.shape !== 'bulk') {
    throw new RowrateError(
      'RESULT_MISMATCH',
      `operation ${operation.code}: a saved entity must carry its id; expected ${expected[0]}, got ${String(found[0])}`,
    )
  }
  return returned
}

class Run {
  readonly store: OpenStore
  readonly operation: Operation
  readonly administration: Administration
  readonly #execution: Execution
  #loop: WarmLoop | undefined

  constructor(execution: Execution, store: OpenStore) {
    this.#execution = execution
    this.store = store
    this.operation = operationOf(execution.operation)
    this.administration = administrationOf(store, execution.request)
  }

  get changes(): boolean {
    return this.operation.kind !== 'read'
  }

  question(completed: OperationCode | undefined, trimmed = true): StateQuestion {
    const linked = this.operation.linked ?? false
    return { options: this.store.options, completed, trimmed, linked }
  }

  /** One pass: a new unit of work, the preparation, the body, and the judgement of its answers. */
  async pass(timed: boolean): Promise<Pass> {
    const { store, operation } = this
    const { engine, options } = store
    await (store.session as Session<'async', unknown>).begin()
    const drive = await prepare(store, operation)
    this.#loop ??= await warmLoop(engine.api, operation)
    const { touch } = this.#loop
    const body = bodyOf(store, operation, drive, fieldsOf(options))
    const driven: Driven = { rows: 0, answers: [] }
    const region = timed ? await measure(engine.api, () => body(driven), touch) : await body(driven)
    const limits = engine.limits ?? {}
    const judged = judgeAnswers(
      { operation, options, limits, relativesOf: store.relativesOf },
      drive,
      driven,
    )
    return {
      judged,
      ...(region && { region }),
      ...(operation.kind === 'insert' &&
        engine.storage !== 'none' && {
          idsReturned: idsReturned(store, operation, drive, driven),
        }),
    }
  }

  /** The untimed pass, then the timed ones, the store put back before each. */
  async repeat(repetitions: number): Promise<Pass[]> {
    const { previous } = this.#execution
    const before = this.question(previous)
    const { administration } = this
    const digest = this.changes ? await administration.snapshot(before) : undefined
    await this.pass(false)
    const passes: Pass[] = []
    for (let index = 0; index < repetitions; index += 1) {
      // oxlint-disable-next-line no-await-in-loop -- each repetition needs the store that the last one left
      const restored = this.changes ? await administration.restore(before) : undefined
      if (restored !== digest) {
        throw new RowrateError(
          'STORAGE_FAILED',
          `the store differs after a restore: ${restored}, was ${digest}`,
        )
      }
      // oxlint-disable-next-line no-await-in-loop -- likewise
      passes.push(await this.pass(true))
    }
    return passes
  }

  async settings(): Promise<readonly Settings[]> {
    const { engine, session } = this.store
    const settings = await (session as Session<'async', unknown>).settings()
    if (engine.storage === 'sqlite') judgeSettings(engine, settings, this.#execution.journal)
    return settings
  }

  /** Judges the end state and leaves the store as the next operation must find it. */
  async finish(): Promise<string | undefined> {
    const { operation, administration } = this
    const { code, linked } = operation
    const trims = (code === 'B' || code === 'C') && trimCount(this.store.options) > 0
    const digest = await administration.state(this.question(code, !trims))
    if (trims) {
      await administration.trim(this.question(code))
      await administration.state(this.question(code))
    }
    if (linked) await administration.link({ ...this.question(code), linked: false })
    return digest
  }
}

const passesOf = (run: Run, { mode, repetitions = hotRepetitions }: Execution): Promise<Pass[]> => {
  if (mode === 'warm') return run.repeat(1)
  if (mode === 'hot') return run.repeat(repetitions)
  return run.pass(mode === 'cold').then((pass) => [pass])
}

/**
 * Runs one operation in one mode on a store that the operations before it left, judges its answers and the end state, and trims
 * or unlinks what the next one must not find. Throws a RowrateError where anything is wrong.
 */
export async function execute(execution: Execution): Promise<Measurement> {
  const { engine, options, mode, previous } = execution
  const operation = operationOf(execution.operation)
  const store = await OpenStore.open({ ...execution, previous: previous ?? undefined })
  const run = new Run(execution, store)
  try {
    if (operation.linked) {
      await run.administration.link({ ...run.question(previous), linked: true })
    }
    const passes = await passesOf(run, execution)
    const settings = await run.settings()
    const stateDigest = await run.finish()
    await store.close()
    const last = passes.at(-1)!
    return {
      kind: 'operation',
      rows: last.judged.rows,
      regions: passes.flatMap(({ region }) => region ?? []),
      answersDigest: last.judged.digest,
      stateDigest,
      otherSlice: passes.some(({ judged }) => judged.otherSlice),
      idsReturned: last.idsReturned,
      settings: settings.map(withoutCompileOptions),
      peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    }
  } catch (error) {
    // The first error is the one to tell; a store that is broken may well not close.
    await Promise.allSettled([store.close()])
    if (error instanceof RowrateError) throw error
    throw new RowrateError(
      'OPERATION_FAILED',
      `${engine.name}, test ${options.test}, ${mode}: operation ${operation.code} (${operation.name}) failed`,
      { cause: error },
    )
  }
}
