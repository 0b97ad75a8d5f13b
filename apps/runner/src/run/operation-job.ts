import type { OperationCode, OperationJob, Part } from '@rowrate/core'
import { syncDelayVariable } from '@rowrate/core'

import { inPython } from '../engines/other-python.ts'
import type { RegisteredEngine } from '../engines/registry.ts'
import type { Task } from '../plan/schedule.ts'
import type { WorkerCommand } from '../worker/job-command.ts'
import { commandOf } from '../worker/job-command.ts'
import type { Supervised } from '../worker/supervise.ts'
import { supervise } from '../worker/supervise.ts'
import type { WorkerOptions } from '../worker/worker.ts'
import { Worker } from '../worker/worker.ts'
import type { AvailableEngine, RunContext } from './context.ts'
import type { StoreFolder } from './store-folders.ts'

function jobOf(
  { plan, stores }: RunContext,
  { key, part }: Task,
  engine: AvailableEngine,
  job: Pick<OperationJob, 'operation' | 'mode' | 'previous'>,
): OperationJob {
  const { test, table, journal } = key
  return {
    kind: 'operation',
    engine: engine.name,
    module: engine.module,
    ...job,
    options: {
      ...plan.workload,
      batchSize: part.batchSize ?? plan.workload.batchSize,
      test,
      table,
      bulk: engine.details.lacks.bulk === undefined,
    },
    journal,
    directory: stores.of(key).directory,
    ...(part.study && { study: part.study }),
  }
}

/** How a part starts a worker: in another Python, or with slower sync calls, where it asks for that. */
function commandIn(
  { python, syncDelayUs }: Part,
  engine: RegisteredEngine,
  { syncLibrary }: RunContext,
): WorkerCommand {
  const command = commandOf(python === undefined ? engine : inPython(engine, python))
  if (syncDelayUs === undefined) return command
  const delay = { LD_PRELOAD: syncLibrary!, [syncDelayVariable]: String(syncDelayUs) }
  return { ...command, env: { ...command.env, ...delay } }
}

/** Gives a job to the worker that stays with a store. */
async function runInOneProcess(
  store: StoreFolder,
  options: WorkerOptions,
  job: OperationJob,
): Promise<Supervised> {
  const worker = (store.worker ??= new Worker(options))
  const outcome = await worker.run(job)
  return { outcome, output: worker.takeOutput() }
}

/** Runs one operation of a task's store: in a worker of its own, or, as the study did, in the one of an async system's store. */
export async function runOperation(
  context: RunContext,
  task: Task,
  operation: OperationCode,
  previous: OperationCode | undefined,
  mode: OperationJob['mode'],
): Promise<Supervised> {
  const { requestStore, signal, stores } = context
  const engine = context.engines.get(task.key.engine)!
  const job = jobOf(context, task, engine, {
    operation,
    mode,
    ...(previous !== undefined && { previous }),
  })
  const command = commandIn(task.part, engine, context)
  const options = { command, requestStore, signal }
  return task.part.study?.oneProcess && engine.details.api === 'async'
    ? runInOneProcess(stores.of(task.key), options, job)
    : supervise({ ...options, job })
}
