import { setTimeout } from 'node:timers/promises'

import { bodyOf, isSingle } from './drive.ts'
import type { AnyEngine, AnySession, Api } from './engine.ts'
import type { Operation } from './operations.ts'
import { timed } from './timing.ts'

/*
 * The loop around the engine's calls is ours, and a cold operation must not pay for compiling it. It runs here over stand-ins
 * before the session's first call. They differ in shape and in the functions they hold: code that was compiled for one shape
 * alone would be thrown away at the engine's first call, inside the timer.
 */

const shapes = 6
const calls = 500
const objects = Array.from({ length: calls }, (_, level) => ({
  [`shape${level % shapes}`]: 0,
  level,
  offset: 0,
  limit: 20,
  length: 1,
  entity: null,
  text: '',
}))
const numbers = Array.from({ length: calls }, (_, index) => index + 1)
const rounds = 40
/** Compilation runs beside the main thread; compiled code is taken up in a later call. */
const compilePauseMs = 4

function standIn(shape: number, answer: unknown): AnySession {
  const call =
    shape % 2 === 0 ? () => answer : (input: unknown) => (input === null ? input : answer)
  const count = shape % 2 === 0 ? () => 1 : (input: unknown) => (input === null ? 0 : 1)
  const writer = {
    [`shape${shape}`]: shape,
    insert: count,
    update: count,
    updateLevel: count,
    remove: count,
  }
  const session = {
    [`shape${shape}`]: shape,
    insert: count,
    insertBulk: () => 1,
    transaction: (body: (each: typeof writer) => unknown) => body(writer),
    filterByLevel: call,
    pageByLevel: call,
    get: call,
    filterAsObjects: call,
    filterAsTuples: call,
    pageWithParents: call,
    pageWithRelated: call,
    getWithChildren: call,
  }
  return session as unknown as AnySession
}

/** Kept, for compiled code is thrown away as well when an object dies that it was compiled for. */
const kept: unknown[] = []

export interface WarmLoop {
  /** Runs the compiled loop once more, right before the clock starts, so that it lies in the processor's caches. */
  readonly touch: () => undefined | Promise<undefined>
}

/** Compiles the timed loop of an operation; the engine's session is not touched. */
export async function warmLoop(api: Api, operation: Operation): Promise<WarmLoop> {
  const answer = isSingle(operation) ? { level: 10 } : [{ level: 10 }]
  const stores = Array.from({ length: shapes }, (_, shape) => ({
    engine: { api } as AnyEngine,
    session: standIn(shape, answer),
  }))
  kept.push(stores)
  const bodyOn = (store: (typeof stores)[number], inputs: readonly unknown[]) => {
    const body = bodyOf(store, operation, { inputs, keepFrom: calls - 5 }, ['level'])
    return () => body({ rows: 0, answers: [] })
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const store of stores) {
      // oxlint-disable-next-line no-await-in-loop -- nothing else may run meanwhile
      await timed(api, bodyOn(store, round % 2 === 0 ? objects : numbers))
    }
    // oxlint-disable-next-line no-await-in-loop -- likewise
    if (round % 10 === 9) await setTimeout(compilePauseMs)
  }
  const last = bodyOn(stores[0]!, objects)
  kept.push(last)
  return {
    touch: () => {
      const result = timed(api, last)
      return result instanceof Promise ? result.then(() => undefined) : undefined
    },
  }
}
