import type { PlanSettings, SampleKey } from '@rowrate/core'
import { operationOf } from '@rowrate/core'

import type { Round, Task } from './schedule.ts'

/**
 * What one operation takes beyond starting its process and loading its engine, in milliseconds, averaged over the operations of a
 * SQLite driver on a disk that commits within a millisecond. Only the forecast stands on it; the time left follows the run.
 */
const workMs: Readonly<Record<SampleKey['table'], Readonly<Record<SampleKey['mode'], number>>>> = {
  default: { cold: 250, warm: 400, hot: 2_000 },
  large: { cold: 700, warm: 1_300, hot: 8_000 },
}

/** How much more than a driver the study's ORMs take, in the mean; above all where 20,100 rows are read and written. */
const studyFactor: Readonly<Record<SampleKey['table'], number>> = { default: 2, large: 8 }

const canaryMs = 50
const diskMs = 30

/** Operations to be done untimed first: all that left something, where the last of them is not measured by the part. */
function rebuilds({ before, part }: Pick<Task, 'before' | 'part'>): number {
  const needed = before.filter((code) => operationOf(code).kind !== 'read')
  const last = needed.at(-1)
  return last === undefined || (part.operations?.includes(last) ?? true) ? 0 : needed.length
}

/** Milliseconds that a task will take. `probeMs` is what starting its engine took. */
export function predictTaskMs(
  task: Pick<Task, 'key' | 'absent' | 'part' | 'before'>,
  probeMs: number,
  { canary }: Pick<PlanSettings, 'canary'>,
): number {
  const { key, absent, part } = task
  if (absent !== undefined) return 0
  const factor = part.study ? studyFactor[key.table] : 1
  const processMs = (mode: SampleKey['mode']) => probeMs + factor * workMs[key.table][mode]
  return processMs(key.mode) + rebuilds(task) * processMs('cold') + (canary ? canaryMs : 0)
}

export function predictMs(
  rounds: readonly Round[],
  probesMs: ReadonlyMap<string, number>,
  plan: Pick<PlanSettings, 'canary'>,
): number {
  const ofRound = ({ tasks }: Round) =>
    tasks.reduce((sum, task) => sum + predictTaskMs(task, probesMs.get(task.key.engine)!, plan), 0)
  return rounds.reduce((sum, round) => sum + ofRound(round) + (plan.canary ? diskMs : 0), 0)
}

/** How far the forecast is trusted against what was seen: as much as this many milliseconds of it. */
const priorMs = 5_000

/** Milliseconds left, the forecast corrected by how long its done part really took. */
export function timeLeftMs(forecast: {
  readonly totalMs: number
  readonly doneMs: number
  readonly elapsedMs: number
}): number {
  const { totalMs, doneMs, elapsedMs } = forecast
  return ((totalMs - doneMs) * (elapsedMs + priorMs)) / (doneMs + priorMs)
}

/** `3 min`, `1 h 20 min`, `40 s`. */
export function durationText(durationMs: number): string {
  const seconds = Math.max(0, Math.round(durationMs / 1000))
  if (seconds < 100) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
