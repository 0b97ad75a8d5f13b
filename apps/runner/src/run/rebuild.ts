import type { Failure } from '@rowrate/core'

import type { Task } from '../plan/schedule.ts'
import type { RunContext } from './context.ts'
import { runOperation } from './operation-job.ts'
import { changing } from './store-folders.ts'

/**
 * Brings a task's store to where its operation must find it, by running the ones before it untimed in an empty directory: after
 * an interrupted run, and before a sample is measured again. Undefined once it is, or the failure.
 */
export async function rebuild(context: RunContext, task: Task): Promise<Failure | undefined> {
  const { stores, progress, signal } = context
  await stores.clear(task.key)
  const store = stores.of(task.key)
  for (const operation of changing(task.before)) {
    progress.note(`rebuilding the store of ${task.key.engine}: ${operation}`)
    const { outcome } = await runOperation(context, task, operation, store.holds.at(-1), 'rebuild')
    if (signal.aborted) return undefined
    if (outcome.kind === 'failure') {
      return { ...outcome, message: `rebuilding ${operation}: ${outcome.message}` }
    }
    store.holds.push(operation)
  }
  return undefined
}
