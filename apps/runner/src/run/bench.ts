import { existsSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import type { PlanSettings } from '@rowrate/core'
import { RowrateError, runLineSchema, startStoreHelper } from '@rowrate/core'

import { syncCounterLibrary } from '@rowrate/tooling/sync-counter'

import { prepareInPython } from '../engines/other-python.ts'
import { CanaryWork } from '../machine/canary.ts'
import { startSampler } from '../machine/sampler.ts'
import { durationText, predictMs } from '../plan/prediction.ts'
import type { Round } from '../plan/schedule.ts'
import { schedule } from '../plan/schedule.ts'
import type { PlanChoice } from '../plan/settings.ts'
import { renderResultSet } from '../report/index.ts'
import type { Done } from '../set/done.ts'
import { doneOf, hasFailures, keyText } from '../set/done.ts'
import { release } from '../set/occupancy.ts'
import { ResultSet } from '../set/result-set.ts'
import { runAudits } from './audits.ts'
import type { GateLimits, RunContext } from './context.ts'
import type { Engines } from './engines.ts'
import { prepareEngines } from './engines.ts'
import type { Opening, PlaceOptions } from './opening.ts'
import { openRun, recordOrCheck } from './opening.ts'
import { Progress } from './progress.ts'
import { runRounds } from './rounds.ts'
import { StoreFolders } from './store-folders.ts'

export interface BenchOptions {
  readonly choice: PlanChoice
  /** The command of the other Python that the plan compares with. */
  readonly python?: string | undefined
  readonly place: PlaceOptions
  readonly limits: GateLimits
  /** Leaves the stores where they are. */
  readonly keep: boolean
}

/** The rounds that are left, each with the tasks that are. */
const pendingRounds = (rounds: readonly Round[], done: Done): Round[] =>
  rounds
    .map((round) => ({
      ...round,
      tasks: round.tasks.filter(({ key }) => !done.final.has(keyText(key))),
    }))
    .filter(({ tasks }) => tasks.length > 0)

/** What failed in a set that is gone on with keeps its store from being used. */
function restoreFailures({ set, stores }: RunContext): undefined {
  for (const line of set.lines) {
    if (line.type === 'sample' && line.status === 'failed') stores.of(line).failed = line.operation
  }
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

function announce(
  { progress, set, engines }: RunContext,
  rounds: readonly Round[],
  forecastMs: number,
): undefined {
  const tasks = rounds.flatMap((round) => round.tasks)
  progress.start(tasks.length, forecastMs)
  progress.line(
    `${count(tasks.length, 'operation')} of ${count(engines.size, 'engine')}, about ${durationText(forecastMs)}; results go to ${set.directory}`,
  )
}

/** Everything after the engines are known, until all is measured or the run is stopped. */
async function measureAll(context: RunContext, found: Engines): Promise<undefined> {
  const { set, plan, progress } = context
  const done = doneOf(set.lines)
  for (const [engine, message] of found.unavailable) {
    if (!done.unavailable.has(engine)) set.append({ type: 'unavailable', engine, message })
  }
  restoreFailures(context)
  const descriptions = Object.fromEntries(
    [...context.engines].map(([name, { details }]) => [name, details]),
  )
  const rounds = pendingRounds(schedule(plan, descriptions), done)
  announce(context, rounds, predictMs(rounds, found.probesMs, plan))
  await runAudits(context, done)
  await runRounds(context, rounds, done, found.probesMs)
  progress.end()
}

/** Throws ENGINE_UNAVAILABLE where the plan wants slower syncs and nothing can make them so. */
async function slowingLibrary({ parts }: PlanSettings): Promise<string | undefined> {
  if (parts.every(({ syncDelayUs }) => syncDelayUs === undefined)) return undefined
  const library = await syncCounterLibrary()
  if (library !== undefined) return library
  throw new RowrateError(
    'ENGINE_UNAVAILABLE',
    'this plan slows sync calls down, which needs Linux and a C compiler (gcc or clang)',
  )
}

/** Where the plan wants another Python, that is one for all its parts. */
async function prepareOtherPython(
  { parts }: PlanSettings,
  { available }: Engines,
  command: string | undefined,
  progress: Progress,
  signal: AbortSignal,
): Promise<undefined> {
  const version = parts.find(({ python }) => python !== undefined)?.python
  const engine = [...available.values()].find(({ study }) => study)
  if (version === undefined || engine === undefined) return
  await prepareInPython(engine, { command, version }, progress, signal)
}

async function runOpened(
  opening: Opening,
  { limits, keep, python }: BenchOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<boolean> {
  const { plan, engines, directory, runData, recorded } = opening
  const syncLibrary = await slowingLibrary(plan)
  const wanted = recorded ? engines.filter(({ name }) => recorded.engines[name]) : engines
  const found = await prepareEngines(wanted, progress, signal)
  await prepareOtherPython(plan, found, python, progress, signal)
  if (signal.aborted) return false
  if (found.available.size === 0) {
    throw new RowrateError('ENGINE_UNAVAILABLE', 'no engine loads; see the reasons above')
  }
  await recordOrCheck(opening, found)
  const set = new ResultSet(directory, runLineSchema, (warning) => progress.warn(warning))
  const sampler = startSampler((line) => set.appendLoad(line))
  const helper = startStoreHelper()
  const canary = plan.canary ? new CanaryWork(runData) : undefined
  const stores = new StoreFolders(runData, keep)
  try {
    const context: RunContext = {
      plan,
      engines: found.available,
      set,
      stores,
      requestStore: (request) => helper.request(request),
      sampler,
      canary,
      limits,
      progress,
      syncLibrary,
      signal,
    }
    await measureAll(context, found)
    return hasFailures(set.lines)
  } finally {
    await stores.endWorkers()
    canary?.close()
    helper.close()
    sampler.stop()
    set.close()
  }
}

/** A set without an environment record holds nothing that could be gone on with. */
function leave({ directory, runData }: Opening, keep: boolean): undefined {
  if (!keep) rmSync(runData, { recursive: true, force: true })
  release(directory)
  if (!existsSync(join(directory, 'environment.json'))) rmdirSync(directory)
}

/**
 * Measures a plan, prints the report, and returns the exit code: 0 complete, 1 where something failed or the run was stopped.
 * Throws RowrateError for wrong use and for what can not be recorded.
 */
export async function bench(options: BenchOptions, signal: AbortSignal): Promise<number> {
  const progress = new Progress()
  const opening = await openRun(options.choice, options.place)
  let failed: boolean
  try {
    failed = await runOpened(opening, options, progress, signal)
  } finally {
    progress.end()
    leave(opening, options.keep)
  }
  if (options.keep) progress.line(`the stores are in ${opening.runData}`)
  if (signal.aborted) {
    const there = existsSync(opening.directory)
    progress.line(
      there ? `stopped; go on with: pnpm bench --resume ${opening.directory}` : 'stopped',
    )
    return 1
  }
  const { terminal } = await renderResultSet(opening.directory)
  process.stdout.write(`${terminal}\n`)
  return failed ? 1 : 0
}
