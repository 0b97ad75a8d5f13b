import type { PhaseLine } from '@rowrate/core/stores'

import type { StoresContext } from './context.ts'
import { runPhase } from './job.ts'
import { dropPageCache } from './limits.ts'
import { quietPhase } from './quiet.ts'
import type { StoresTask } from './schedule.ts'
import type { SiteFolder } from './sites.ts'
import { memoryProblem, roomProblem } from './space.ts'

export const taskLabel = ({ key }: StoresTask): string => {
  const { variant, phase, seed, allocator, series, place, count, notes } = key
  const details = [
    ...(phase === 'open' && series === 'main' ? [`run ${seed}`] : []),
    ...(allocator === 'mmap' ? ['mmap'] : []),
    ...(place === 'tmpfs' ? ['tmpfs'] : []),
    ...(series === 'stores' ? [`${count} stores`] : []),
    ...(series === 'notes' ? [`${notes} notes`] : []),
  ]
  return `${phase} ${variant}${details.length > 0 ? ` (${details.join(', ')})` : ''}`
}

/** Bytes of one store of this task, by its trial. */
const bytesPerStore = ({ plan, trials }: StoresContext, { key }: StoresTask): number =>
  ((trials.get(key.variant)?.bytesPerStore ?? 0) * Math.max(key.notes, 1)) / plan.notes

/** Why a task's stores do not fit, where a series grows or the profile runs in memory. */
function fitProblem(context: StoresContext, task: StoresTask): string | undefined {
  const { series, place, count, notes } = task.key
  if (task.key.phase === 'open' || task.key.phase === 'hold') return undefined
  const what = `${count.toLocaleString('en-US')} stores of ${notes.toLocaleString('en-US')} notes`
  const bytes = bytesPerStore(context, task)
  if (place === 'tmpfs' || series === 'notes') {
    return roomProblem(what, count * bytes, context.sites.base(task.key))
  }
  if (series !== 'stores') return undefined
  return (
    roomProblem(what, (count - task.holds) * bytes, context.sites.base(task.key)) ??
    memoryProblem(what, count * bytes)
  )
}

/** Brings a site to as many stores as a task needs, unrecorded: after an interrupted run. */
async function rebuild(
  context: StoresContext,
  task: StoresTask,
  site: SiteFolder,
): Promise<string | undefined> {
  if (site.holds >= task.holds) return undefined
  context.progress.note(`making the stores for ${taskLabel(task)} again`)
  const { outcome } = await runPhase({
    ...base(context, task, site),
    key: { ...task.key, phase: 'create', count: task.holds },
    first: site.holds,
  })
  if (outcome.kind !== 'phase') {
    return outcome.kind === 'failure' ? outcome.message : 'no result'
  }
  site.holds = task.holds
  return undefined
}

const base = (context: StoresContext, { key }: StoresTask, { root }: SiteFolder) => ({
  plan: context.plan,
  variant: context.variants.get(key.variant)!,
  root,
  syncCounter: context.syncCounter,
  signal: context.signal,
})

async function measure(
  context: StoresContext,
  task: StoresTask,
  site: SiteFolder,
  position: number,
): Promise<PhaseLine | undefined> {
  const { plan, progress, sampler, signal } = context
  const { key } = task
  const quiet = await quietPhase(context)
  if (plan.dropCaches && key.phase === 'open') await dropPageCache()
  if (signal.aborted) return undefined
  const load1 = sampler.load1()
  const startedAt = new Date().toISOString()
  const label = taskLabel(task)
  progress.running(label)
  const { outcome, output } = await runPhase({
    ...base(context, task, site),
    key,
    first: task.holds,
    onProgress: (done) => progress.running(`${label}: ${done} of ${key.count} stores`),
  })
  if (signal.aborted) return undefined
  const line = { ...key, type: 'phase', startedAt } as const
  const printed = output === undefined ? {} : { output }
  if (outcome.kind !== 'phase') {
    const { code, message } =
      outcome.kind === 'failure'
        ? outcome
        : { code: 'PROTOCOL_INVALID', message: 'answered a description to a phase' }
    return { ...line, status: 'failed', code, message, ...printed }
  }
  if (key.phase === 'create') site.holds = key.count
  return { ...line, status: 'ok', position, load1, ...quiet, result: outcome, ...printed }
}

/** Runs one task. Undefined where the run was stopped: then nothing counts. */
export async function takePhase(
  context: StoresContext,
  task: StoresTask,
  position: number,
): Promise<PhaseLine | undefined> {
  const site = context.sites.of(task.key)
  const notRun = (reason: string): PhaseLine => {
    site.failed = reason
    return { ...task.key, type: 'phase', status: 'not run', reason }
  }
  if (site.failed !== undefined) return notRun(site.failed)
  const problem = fitProblem(context, task) ?? (await rebuild(context, task, site))
  if (context.signal.aborted) return undefined
  if (problem !== undefined) return notRun(problem)
  const line = await measure(context, task, site, position)
  if (line?.status === 'failed' && task.key.phase === 'create') {
    site.failed = `create failed: ${line.message}`
  }
  return line
}
