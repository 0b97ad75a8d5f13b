import { join } from 'node:path'

import type { Region } from '../timing.ts'
import { measure } from '../timing.ts'
import { readSyncCounts, syncDifference } from '../sync-counts.ts'
import type { DiskUsage } from './disk-usage.ts'
import { diskUsageOf, sumOfUsage } from './disk-usage.ts'
import type { AnyNoteStore, AnyStoreEngine } from './engine.ts'
import { prepareFolders, storeDirectory } from './folders.ts'
import type { PhaseJob, PhaseJobOf, PhaseResult } from './job.ts'
import { judgeAnswer, judgeCount } from './judge.ts'
import { noteOf, notesOf } from './notes.ts'
import { queriedIds, storeOrder } from './order.ts'
import { countDescriptors, readProcessState } from './process-state.ts'
import { packSamples } from './samples.ts'
import type { Step, StorePass } from './steps.ts'
import {
  buildStep,
  closeStep,
  createStep,
  marshalStep,
  openStep,
  putStep,
  queryStep,
  writeStep,
} from './steps.ts'
import type { Verified } from './verify.ts'
import { contentsOf, Inspection, optionsOf, passOf, sampleOf, verify } from './verify.ts'
import type { OnProgress, Visit, Visited } from './visit.ts'
import { visit } from './visit.ts'

export interface PhaseOptions {
  readonly engine: AnyStoreEngine
  readonly job: PhaseJob
  readonly onProgress?: OnProgress
}

interface Timed {
  readonly visited: Visited
  readonly region: Region
  readonly descriptors: PhaseResult['descriptors']
}

async function timed(visiting: Visit): Promise<Timed> {
  const before = countDescriptors()
  let visited: Visited
  const region = await measure('async', async () => {
    visited = await visit(visiting)
  })
  return { visited: visited!, region, descriptors: { before, after: countDescriptors() } }
}

const range = (first: number, end: number): number[] =>
  Array.from({ length: end - first }, (_, index) => first + index)

const nothing: DiskUsage = { apparentBytes: 0, allocatedBytes: 0, files: 0 }

function resultOf(
  { engine, job: { root } }: PhaseOptions,
  { visited, region, descriptors }: Timed,
  { verified, settings, failures, failed }: Verified,
): PhaseResult {
  const done = [...visited.done]
  return {
    kind: 'phase',
    stores: visited.done.size + visited.failed,
    samples: Object.fromEntries(
      [...visited.samples].map(([name, durations]) => [name, packSamples(durations)]),
    ),
    wallNs: region.durationNs - visited.outsideNs,
    region,
    failures: [...visited.failures, ...failures],
    failed: visited.failed + failed,
    descriptors,
    forcedCollections: visited.forcedCollections,
    verified,
    disk:
      engine.storage === 'none'
        ? nothing
        : sumOfUsage(done.map((index) => diskUsageOf(storeDirectory(root, index)))),
    settings,
  }
}

/** A store that is to be written: its notes, and the objects made of them, are there before the clock starts. */
const writingPass = (engine: AnyStoreEngine, job: PhaseJob, index: number): StorePass => {
  const values = notesOf(job.workload, index, job.notes)
  return { ...passOf(job, index), values, built: values.map((note) => engine.build(note)) }
}

const judgeWritten =
  ({ notes }: PhaseJob) =>
  ({ answer }: StorePass) =>
    judgeCount(answer, notes)

async function create(options: PhaseOptions, first: number) {
  const { engine, job, onProgress } = options
  const order = range(first, job.count)
  prepareFolders(job.root, first, order.length)
  const phase = await timed({
    engine,
    steps: [createStep(engine), writeStep, closeStep],
    order,
    prepare: (index) => writingPass(engine, job, index),
    judge: judgeWritten(job),
    onProgress,
  })
  const verified = await verify(engine, job, [...phase.visited.done], { isCounted: false })
  return resultOf(options, phase, verified)
}

type QueryJob = PhaseJobOf<'open'> | PhaseJobOf<'hold'>

/** A visit of stores in a random order, each with the same query and its answer judged. */
function querying({ engine, job, onProgress }: PhaseOptions & { readonly job: QueryJob }) {
  const ids = queriedIds(job.seed, job.count, job.notes)
  return {
    engine,
    prepare: (index: number) => passOf(job, index, ids[index]),
    judge: ({ index, id, answer }: StorePass) =>
      judgeAnswer(job.query, answer, {
        count: job.notes,
        id,
        note: () => noteOf(job.workload, index, id - 1),
      }),
    onProgress,
  }
}

async function open(options: PhaseOptions & { readonly job: PhaseJobOf<'open'> }) {
  const { engine, job } = options
  const phase = await timed({
    ...querying(options),
    steps: [openStep(engine), queryStep(job.query), closeStep],
    order: storeOrder(job.seed, job.count),
  })
  const isCounted = job.query === 'count'
  const verified = await verify(engine, job, [...phase.visited.done], { isCounted })
  return resultOf(options, phase, verified)
}

async function hold(options: PhaseOptions & { readonly job: PhaseJobOf<'hold'> }) {
  const { engine, job } = options
  const order = storeOrder(job.seed, job.count)
  const steps: Step[] = [openStep(engine), queryStep(job.query)]
  const base = querying(options)
  // What the library loads and allocates once is there before the first reading.
  await visit({ ...base, steps: [...steps, closeStep], order: order.slice(-1) })
  const held: StorePass[] = []
  const before = readProcessState()
  const phase = await timed({
    ...base,
    steps,
    order: order.slice(0, job.hold),
    hold: (pass) => held.push(pass),
  })
  const after = readProcessState()
  const inspection = new Inspection(engine, job)
  const sample = new Set(sampleOf([...phase.visited.done]))
  for (const { index, store } of held) {
    // oxlint-disable-next-line no-await-in-loop -- one store at a time
    if (sample.has(index)) inspection.judge(index, await contentsOf(store as AnyNoteStore))
    // oxlint-disable-next-line no-await-in-loop -- one store at a time
    await store!.close()
  }
  const result = resultOf(options, phase, {
    verified: { counted: job.query === 'count' ? held.length : 0, compared: inspection.compared },
    settings: inspection.settings,
    failures: [],
    failed: 0,
  })
  return { ...result, memory: { held: held.length, before, after } }
}

/** Whether the engine can tell marshalling from saving; asked of a store that is not measured. */
async function marshals({ engine, job }: PhaseOptions): Promise<boolean> {
  const options = { ...optionsOf(job, 0), directory: join(job.root, 'probe') }
  const store = await engine.create(options)
  const found = store.marshal !== undefined && store.put !== undefined
  await store.close()
  return found
}

async function profile(options: PhaseOptions) {
  const { engine, job, onProgress } = options
  const order = range(0, job.count)
  prepareFolders(job.root, 0, job.count)
  const isSplit = await marshals(options)
  const writing = isSplit ? [marshalStep, putStep] : [writeStep]
  const countsBefore = readSyncCounts()
  const phase = await timed({
    engine,
    steps: [createStep(engine), buildStep(engine), ...writing, closeStep],
    order,
    prepare: (index) => ({
      ...passOf(job, index),
      values: notesOf(job.workload, index, job.notes),
    }),
    judge: judgeWritten(job),
    onProgress,
  })
  const syncs = syncDifference(countsBefore, readSyncCounts())
  const verified = await verify(engine, job, [...phase.visited.done], { isCounted: false })
  return { ...resultOf(options, phase, verified), ...(syncs && { syncs }) }
}

/**
 * Runs one phase of one variant over its stores, and verifies it: every store's number of notes, all notes of a sample, settings,
 * sizes on disk. Throws RESULT_MISMATCH or NOT_DURABLE where a store is wrong; one that fails is reported by path.
 */
export async function executePhase(options: PhaseOptions): Promise<PhaseResult> {
  const { engine, job, onProgress } = options
  const base = { engine, ...(onProgress && { onProgress }) }
  if (job.phase === 'create') return create({ ...base, job }, job.first)
  if (job.phase === 'open') return open({ ...base, job })
  if (job.phase === 'hold') return hold({ ...base, job })
  return profile({ ...base, job })
}
