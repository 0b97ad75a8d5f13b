import type { OperationCode, OperationJob } from '@rowrate/core'

import type { Task } from '../plan/schedule.ts'
import { commandOf } from '../worker/job-command.ts'
import type { Supervised } from '../worker/supervise.ts'
import { supervise } from '../worker/supervise.ts'
import type { RunContext } from './context.ts'

/** Runs one operation of a task's store in a worker of its own. */
export async function runOperation(
  context: RunContext,
  { key, part }: Task,
  operation: OperationCode,
  previous: OperationCode | undefined,
  mode: OperationJob['mode'],
): Promise<Supervised> {
  const engine = context.engines.get(key.engine)!
  const { test, table, journal } = key
  return supervise({
    command: commandOf(engine),
    requestStore: context.requestStore,
    signal: context.signal,
    job: {
      kind: 'operation',
      engine: engine.name,
      module: engine.module,
      operation,
      mode,
      options: {
        ...context.plan.workload,
        batchSize: part.batchSize ?? context.plan.workload.batchSize,
        test,
        table,
        bulk: engine.details.lacks.bulk === undefined,
      },
      journal,
      directory: context.stores.of(key).directory,
      ...(previous !== undefined && { previous }),
      ...(part.study && { study: part.study }),
    },
  })
}
