import { existsSync, rmdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { RowrateError } from '@rowrate/core'
import type { PhaseLine, StoresPlan } from '@rowrate/core/stores'
import { storesRunLineSchema } from '@rowrate/core/stores'
import { syncCounterLibrary } from '@rowrate/tooling/sync-counter'

import { startSampler } from '../machine/sampler.ts'
import { durationText } from '../plan/prediction.ts'
import type { PlaceOptions } from '../run/opening.ts'
import { Progress } from '../run/progress.ts'
import { release } from '../set/occupancy.ts'
import type { StoresContext } from './context.ts'
import type { StoreEngines } from './engines.ts'
import { prepareStoreEngines } from './engines.ts'
import type { StoresOpening } from './opening.ts'
import { openStoresRun, recordOrCheckStores } from './opening.ts'
import { takePhase, taskLabel } from './phase.ts'
import type { StoresChoice } from './plan.ts'
import { predictTaskMs } from './prediction.ts'
import { renderStoresSet } from './report/index.ts'
import type { StoresTask } from './schedule.ts'
import { keyText, storesSchedule } from './schedule.ts'
import { ResultSet } from '../set/result-set.ts'
import { Sites } from './sites.ts'
import { freeBytesOf, orderOf, requireRoom } from './space.ts'
import { tryVariants } from './trial.ts'

export interface StoresOptions {
  readonly choice: StoresChoice
  readonly place: PlaceOptions
  readonly maxForeignCpuCores: number | undefined
  /** Leaves the stores where they are. */
  readonly keep: boolean
}

const isFinal = (line: { readonly type: string }): line is PhaseLine => line.type === 'phase'

/** A set of which anything failed makes the exit code say so. Where growth had no room, that is an answer. */
const hasFailed = ({ set }: StoresContext): boolean =>
  set.lines.some(
    (line) =>
      line.type === 'unavailable' ||
      line.status === 'failed' ||
      (line.status === 'not run' && line.series === 'main') ||
      (line.status === 'ok' && line.result.failed > 0),
  )

function tell({ progress }: StoresContext, task: StoresTask, line: PhaseLine): undefined {
  const label = taskLabel(task)
  if (line.status === 'failed') progress.warn(`${label} failed: ${line.code}: ${line.message}`)
  if (line.status === 'not run') progress.warn(`${label} not run: ${line.reason}`)
  if (line.status !== 'ok' || line.result.failed === 0) return
  const { failed, stores, failures } = line.result
  progress.warn(`${label}: ${failed} of ${stores} stores failed, the run goes on`)
  for (const { directory, step, message } of failures) {
    progress.line(`  ${directory}: ${step}: ${message}`)
  }
}

const partLabel = ({ key: { series, phase, allocator, variant } }: StoresTask): string =>
  series === 'main' ? `${phase}, ${allocator} allocator` : `${series}, ${variant}`

async function runTasks(context: StoresContext, tasks: readonly StoresTask[]): Promise<undefined> {
  const { set, sites, plan, trials, progress, signal } = context
  const done = new Set(set.lines.filter(isFinal).map(keyText))
  const pending = tasks.filter(({ key }) => !done.has(keyText(key)))
  const forecastMs = (list: readonly StoresTask[]) =>
    list.reduce((sum, task) => sum + predictTaskMs(task, plan, trials), 0)
  progress.line(
    `${pending.length} phases of ${context.variants.size} engine variants, about ${durationText(forecastMs(pending))}; results go to ${set.directory}`,
  )
  progress.start(pending.length, forecastMs(pending))
  for (const task of pending) {
    progress.part(partLabel(task))
    const position = tasks.indexOf(task) + 1
    // oxlint-disable-next-line no-await-in-loop -- phases must not overlap
    const line = await takePhase(context, task, position)
    if (!line || signal.aborted) return
    set.append(line)
    tell(context, task, line)
    // oxlint-disable-next-line no-await-in-loop -- the room is needed for the next stores
    if (task.last) await sites.finish(task.key)
    progress.advance(predictTaskMs(task, plan, trials))
  }
}

async function measureAll(
  opening: StoresOpening,
  plan: StoresPlan,
  engines: StoreEngines,
  parts: Omit<StoresContext, 'plan' | 'variants' | 'set' | 'sampler' | 'syncCounter'>,
): Promise<boolean> {
  const { progress } = parts
  const set = new ResultSet(opening.directory, storesRunLineSchema, (warning) =>
    progress.warn(warning),
  )
  const sampler = startSampler((line) => set.appendLoad(line))
  try {
    const known = new Set(set.lines.flatMap((line) => (isFinal(line) ? [] : line.engine)))
    for (const [engine, message] of engines.unavailable) {
      if (!known.has(engine)) set.append({ type: 'unavailable', engine, message })
    }
    const syncCounter = plan.profile === null ? undefined : await syncCounterLibrary()
    const context = { ...parts, plan, variants: engines.variants, set, sampler, syncCounter }
    await runTasks(context, storesSchedule(plan, [...engines.variants.values()]))
    return hasFailed(context)
  } finally {
    sampler.stop()
    set.close()
  }
}

async function runOpened(
  opening: StoresOpening,
  { maxForeignCpuCores, keep }: StoresOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<boolean> {
  const { registered, runData, recorded } = opening
  const engines = await prepareStoreEngines(registered, progress, signal)
  if (signal.aborted) return false
  if (engines.variants.size === 0) {
    throw new RowrateError('ENGINE_UNAVAILABLE', 'no engine loads; see the reasons above')
  }
  const trials = await tryVariants(opening.plan, engines.variants, runData, progress, signal)
  if (signal.aborted) return false
  const sizes = { memoryBytes: process.availableMemory(), freeBytes: freeBytesOf(runData) }
  const order = recorded?.plan.order ?? orderOf(opening.plan, trials, sizes)
  const plan: StoresPlan = { ...opening.plan, order }
  requireRoom(plan, trials, runData)
  await recordOrCheckStores(opening, plan, engines.records, engines.unavailable)
  const sites = new Sites(runData, keep)
  try {
    return await measureAll(opening, plan, engines, {
      trials,
      sites,
      maxForeignCpuCores,
      progress,
      signal,
    })
  } finally {
    sites.end()
  }
}

/** A set without an environment record holds nothing that could be gone on with. */
async function leave({ directory, runData }: StoresOpening, keep: boolean): Promise<undefined> {
  if (!keep) await rm(runData, { recursive: true, force: true })
  release(directory)
  if (!existsSync(join(directory, 'environment.json'))) rmdirSync(directory)
}

/**
 * Measures many small stores, prints the report, and returns the exit code: 0 complete, 1 where something failed or the run was
 * stopped. Throws RowrateError for wrong use and for what can not be recorded.
 */
export async function runStores(options: StoresOptions, signal: AbortSignal): Promise<number> {
  const progress = new Progress()
  const opening = await openStoresRun(options.choice, options.place)
  let failed: boolean
  try {
    failed = await runOpened(opening, options, progress, signal)
  } finally {
    progress.end()
    if (!options.keep) progress.note('removing the stores')
    await leave(opening, options.keep)
    progress.end()
  }
  if (options.keep) progress.line(`the stores are in ${opening.runData}`)
  if (signal.aborted) {
    const there = existsSync(opening.directory)
    progress.line(
      there ? `stopped; go on with: pnpm stores --resume ${opening.directory}` : 'stopped',
    )
    return 1
  }
  const { terminal } = await renderStoresSet(opening.directory)
  process.stdout.write(`${terminal}\n`)
  return failed ? 1 : 0
}
