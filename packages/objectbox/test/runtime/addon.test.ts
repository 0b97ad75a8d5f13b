/* oxlint-disable typescript/no-unsafe-type-assertion -- misuse that types forbid is what is tested */
/** Misuse of the native functions themselves: each must end in an error, none in a crash. */
import { describe, expect, it } from 'vitest'
import { ObjectBoxError } from '../../src/index.ts'
import type { Addon, QueryHandle, StoreHandle } from '../../src/native/addon.ts'
import { modelProgram } from '../../src/native/model-program.ts'
import { syncModel } from '../../src/model/index.ts'
import { addon } from '../../src/native/load.ts'
import { temporaryStore } from '../stored/temporary-store.ts'
import { entities, Note, someNotes, Tag } from './entities.ts'

type Call = (...args: unknown[]) => unknown

const notHandles = [undefined, null, 0, 1, 'x', {}, [], () => 1, Symbol('s'), 5n]
const values = [undefined, null, -1, 0.5, 2 ** 40, 'x', {}, true, Number.NaN, 7n]
const native = addon()
const smallModel = modelProgram(syncModel([Tag.schema], undefined).resolved)
const functions = Object.entries(native as unknown as Record<string, Call>)

function handlesOf() {
  const store = temporaryStore(entities)
  const box = store.box(Note)
  box.putMany(someNotes(20))
  const query = native.queryBuild(box.core.handle, box.bound.resolved.id, new Uint8Array(0))
  return {
    store,
    box: box.bound.box,
    query,
    handle: box.core.handle,
    entity: box.bound.resolved.id,
  }
}

/** Whether the call threw a TypeError. */
function isRefused(call: Call, ...args: unknown[]): boolean {
  try {
    call(...args)
    return false
  } catch (error) {
    return error instanceof TypeError
  }
}

/** Whether the call returned, or threw a proper error. */
function isHandled(call: Call, ...args: unknown[]): boolean {
  try {
    call(...args)
    return true
  } catch (error) {
    return error instanceof Error
  }
}

function functionsNamed(pattern: RegExp): [string, Call][] {
  return functions.filter(([name]) => pattern.test(name))
}

describe('every native function', () => {
  it('throws for what is no handle', () => {
    const accepting = functionsNamed(/^(?:store(?!Lock)|box|query|transaction)/).filter(
      ([, call]) =>
        !isRefused(call) || !notHandles.every((wrong) => isRefused(call, wrong, 1, 1, 1)),
    )
    expect(accepting).toEqual([])
  })

  it('throws for a handle of another kind', () => {
    const { handle, box, query } = handlesOf()
    const kinds: [RegExp, unknown[]][] = [
      [/^(?:store(?!Lock)|transaction|queryBuild)/, [box, query]],
      [/^box/, [handle, query]],
      [/^query(?!Build)/, [handle, box]],
    ]
    const accepting = kinds.flatMap(([pattern, others]) =>
      functionsNamed(pattern).filter(
        ([, call]) => !others.every((other) => isRefused(call, other, 1, 1, 1, 1)),
      ),
    )
    expect(accepting).toEqual([])
  })

  it('throws or answers, whatever its other arguments are', () => {
    const { handle, box, query } = handlesOf()
    const firsts: [RegExp, unknown][] = [
      [/^store(?!Lock|Close)/, handle],
      [/^queryBuild/, handle],
      [/^box/, box],
      [/^query(?!Build|Close)/, query],
    ]
    const pairs = values.flatMap((a) => values.map((b) => [a, b] as const))
    const unhandled = firsts.flatMap(([pattern, first]) =>
      functionsNamed(pattern).filter(
        ([, call]) => !pairs.every(([a, b]) => isHandled(call, first, a, b, a, b)),
      ),
    )
    expect(unhandled).toEqual([])
    expect(native.storeIsOpen(handle)).toBe(true)
  })
})

describe('programs', () => {
  it('that are cut off or random are refused or harmless', () => {
    const { handle, entity } = handlesOf()
    // equals on the level, as src/query writes it, cut at every length
    const whole = Uint8Array.of(13, 3, 0, 0, 0, 0, 30, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 97)
    for (let length = 0; length < whole.length; length++)
      tryBuild(handle, entity, whole.slice(0, length))
    let seed = 12_345
    for (let round = 0; round < 20_000; round++) {
      const bytes = Uint8Array.from({ length: round % 40 }, () => {
        seed = (seed * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff
        return (seed >> 16) % (round % 2 === 0 ? 28 : 256)
      })
      tryBuild(handle, entity, bytes)
    }
    expect(native.storeIsOpen(handle)).toBe(true)
    expect(native.storeOpenQueryCount(handle)).toBeLessThan(10)
  })

  it('refuse unknown entities and properties', () => {
    const { handle, entity } = handlesOf()
    expect(() => native.queryBuild(handle, 999, new Uint8Array(0))).toThrow(ObjectBoxError)
    expect(() => native.queryBuild(handle, entity, Uint8Array.of(10, 99, 0, 0, 0))).toThrow(
      ObjectBoxError,
    )
    expect(() => native.storeBox(handle, 999)).toThrow(ObjectBoxError)
  })
})

function tryBuild(store: StoreHandle, entity: number, bytes: Uint8Array): void {
  const isFine = isHandled(() => native.queryClose(native.queryBuild(store, entity, bytes)))
  expect(isFine).toBe(true)
}

describe('garbage collection', () => {
  it('may take handles in any order, open or closed', async () => {
    for (let round = 0; round < 30; round++) {
      openAndForget(native, round)
      globalThis.gc!()
      if (round % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    globalThis.gc!()
    await new Promise((resolve) => setImmediate(resolve))
    // What was dropped is closed: its names are free again.
    expect(openRounds).not.toThrow()
  })

  it('gives queries that were dropped back to the store', async () => {
    const { store, handle, entity } = handlesOf()
    for (let i = 0; i < 5000; i++) native.queryBuild(handle, entity, new Uint8Array(0))
    for (let i = 0; i < 20 && store.openQueryCount > 100; i++) {
      globalThis.gc!()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(store.openQueryCount).toBeLessThan(100)
  })
})

// Last: what it registers here, src/native/inputs.ts does not know of.
describe('input buffers', () => {
  it('are checked against their bounds', () => {
    const { box } = handlesOf()
    const bytes = new Uint8Array(64)
    for (const span of [
      [0, 65, 0],
      [60, 8, 60],
      [0, 8, 4],
      [0, 0, 0],
      [8, 16, 0],
      [0, 64, 60],
      [4_294_967_288, 16, 4_294_967_288],
    ]) {
      native.setObjectInput(bytes, Uint32Array.from(span))
      expect(() => native.boxPut(box, 1)).toThrow(RangeError)
      expect(() => native.boxPutMany(box, 1, 1)).toThrow(RangeError)
    }
    expect(() => native.boxPutMany(box, 2, 1)).toThrow(RangeError)
    expect(() => native.boxPut(box, 9 as never)).toThrow(RangeError)
    native.setIdInput(Float64Array.of(1, 2))
    expect(() => native.boxGetMany(box, 3)).toThrow(RangeError)
    expect(() => native.boxRemoveMany(box, 2 ** 40)).toThrow(RangeError)
  })
})

function openRounds(): void {
  for (let round = 0; round < 30; round++) openAndForget(native, round)
}

function openAndForget(functionsOfAddon: Addon, round: number): void {
  const store = temporaryStoreHandle(functionsOfAddon, round)
  let query: QueryHandle | undefined
  if (round % 2 === 0) functionsOfAddon.storeBox(store, 1)
  if (round % 3 === 0) query = functionsOfAddon.queryBuild(store, 1, new Uint8Array(0))
  if (round % 5 === 0) functionsOfAddon.storeClose(store)
  if (round % 7 === 0 && query !== undefined) functionsOfAddon.queryClose(query)
}

function temporaryStoreHandle(functionsOfAddon: Addon, round: number): StoreHandle {
  const store = functionsOfAddon.storeLock(`memory:dropped-${round}`, false)
  functionsOfAddon.storeOpen(store, new Float64Array(7), smallModel)
  return store
}
