import { PerformanceObserver } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'

import { z } from 'zod'

import { RowrateError } from './error.ts'

/** What happened inside one timed region, besides the work. */
export const regionSchema = z.object({
  durationNs: z.number().int().positive(),
  cpuUserUs: z.number(),
  cpuSystemUs: z.number(),
  voluntarySwitches: z.number().int(),
  involuntarySwitches: z.number().int(),
  majorFaults: z.number().int(),
  /** Garbage collections by kind, with their total pause. */
  collections: z.object({
    minor: z.number().int(),
    major: z.number().int(),
    other: z.number().int(),
    pauseMs: z.number(),
  }),
})
export type Region = z.infer<typeof regionSchema>

/** `detail.kind` of a garbage-collection entry, as Node documents it. */
const minorCollection = 1
const majorCollection = 4

/** Two full synchronous collections, so that no garbage of the preparation is charged to the engine. */
export function quiesce(): undefined {
  if (typeof globalThis.gc !== 'function') {
    throw new RowrateError(
      'USAGE',
      'timing needs `node --expose-gc`: start the worker with that flag',
    )
  }
  globalThis.gc()
  globalThis.gc()
}

interface Collection {
  readonly startTime: number
  readonly duration: number
  readonly detail?: { readonly kind?: number }
}

function collectionsBetween(
  entries: readonly Collection[],
  startMs: number,
  endMs: number,
): Region['collections'] {
  const inside = entries.filter(({ startTime }) => startTime >= startMs && startTime <= endMs)
  const ofKind = (kind: number) => inside.filter(({ detail }) => detail?.kind === kind).length
  const minor = ofKind(minorCollection)
  const major = ofKind(majorCollection)
  return {
    minor,
    major,
    other: inside.length - minor - major,
    pauseMs: inside.reduce((sum, { duration }) => sum + duration, 0),
  }
}

/** Clock readings around a body. */
interface Timed {
  readonly startMs: number
  readonly startNs: bigint
  readonly endNs: bigint
}

/**
 * Runs a body between two readings of the monotonic clock, and nothing else. A sync body is not awaited, so it never pays a
 * microtask.
 */
export function timed(
  api: 'sync' | 'async',
  body: () => undefined | Promise<undefined>,
): Timed | Promise<Timed> {
  return api === 'sync' ? timedSync(body as () => undefined) : timedAsync(body)
}

function timedSync(body: () => undefined): Timed {
  const startMs = performance.now()
  const startNs = process.hrtime.bigint()
  body()
  const endNs = process.hrtime.bigint()
  return { startMs, startNs, endNs }
}

async function timedAsync(body: () => undefined | Promise<undefined>): Promise<Timed> {
  const startMs = performance.now()
  const startNs = process.hrtime.bigint()
  await body()
  const endNs = process.hrtime.bigint()
  return { startMs, startNs, endNs }
}

/**
 * Collects garbage, times `body`, and records what the process used meanwhile. `touch` runs after the collections, right before
 * the clock starts; it must not touch what is measured.
 */
export async function measure(
  api: 'sync' | 'async',
  body: () => undefined | Promise<undefined>,
  touch?: () => undefined | Promise<undefined>,
): Promise<Region> {
  const entries: Collection[] = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) entries.push(entry)
  })
  observer.observe({ entryTypes: ['gc'] })
  quiesce()
  await touch?.()
  const usage = process.resourceUsage()
  const { startMs, startNs, endNs } = await timed(api, body)
  const used = process.resourceUsage()
  const durationNs = Number(endNs - startNs)
  // Entries arrive in a later turn of the event loop.
  await setImmediate()
  for (const entry of observer.takeRecords()) entries.push(entry)
  observer.disconnect()
  return {
    durationNs,
    cpuUserUs: used.userCPUTime - usage.userCPUTime,
    cpuSystemUs: used.systemCPUTime - usage.systemCPUTime,
    voluntarySwitches: used.voluntaryContextSwitches - usage.voluntaryContextSwitches,
    involuntarySwitches: used.involuntaryContextSwitches - usage.involuntaryContextSwitches,
    majorFaults: used.majorPageFault - usage.majorPageFault,
    collections: collectionsBetween(entries, startMs, startMs + durationNs / 1e6),
  }
}
