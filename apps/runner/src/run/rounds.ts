import type { Sample } from '@rowrate/core'

import { predictTaskMs } from '../plan/prediction.ts'
import type { Round, Task } from '../plan/schedule.ts'
import type { Done } from '../set/done.ts'
import { keyText } from '../set/done.ts'
import type { RunContext } from './context.ts'
import { lowLoad } from './quiet.ts'
import { Sampling } from './sample.ts'

const partLabel = ({ block, test, part }: Round, mode: string) =>
  [
    `run ${block}/${part.blocks}`,
    `test ${test}`,
    ...(part.table === 'large' ? ['large table'] : []),
    mode,
    ...(part.journal === 'wal' ? ['wal'] : []),
    ...(part.variant === undefined ? [] : [part.variant]),
  ].join(', ')

const taskLabel = ({ key: { engine, twin, operation } }: Task) =>
  `${operation} ${engine}${twin ? ' (twin)' : ''}`

function tell({ progress }: RunContext, task: Task, sample: Sample): undefined {
  if (sample.status !== 'failed') return
  const { test, mode, block, table } = task.key
  const where = `test ${test}, ${table} table, ${mode}, run ${block}`
  progress.warn(`${taskLabel(task)} failed (${where}): ${sample.code}: ${sample.message}`)
}

/** All engines back to back; what was disturbed is measured once more at the end of the round. */
async function runRound(
  context: RunContext,
  round: Round,
  pending: readonly Task[],
  sampling: Sampling,
  rejected: Set<string>,
  probesMs: ReadonlyMap<string, number>,
): Promise<undefined> {
  const { set, stores, progress, plan, canary, signal } = context
  if (canary) {
    const { block, operation } = round
    const at = new Date().toISOString()
    set.append({ type: 'disk', at, block, operation, writeNs: canary.disk() })
    sampling.forgetCanary()
  }
  const queue = [...pending]
  for (let task = queue.shift(); task; task = queue.shift()) {
    const key = keyText(task.key)
    progress.running(taskLabel(task))
    // oxlint-disable-next-line no-await-in-loop -- samples must not overlap
    const sample = await sampling.take(task, !rejected.has(key))
    if (!sample || signal.aborted) return
    set.append(sample)
    if (sample.status === 'ok' && sample.rejected !== undefined) {
      rejected.add(key)
      queue.push(task)
      continue
    }
    tell(context, task, sample)
    // oxlint-disable-next-line no-await-in-loop -- its worker must not run beside the next sample
    if (task.last) await stores.finish(task.key)
    progress.advance(predictTaskMs(task, probesMs.get(task.key.engine)!, plan))
  }
}

/** Measures what is not final yet, in the order of the rounds, until the run is stopped. */
export async function runRounds(
  context: RunContext,
  rounds: readonly Round[],
  done: Done,
  probesMs: ReadonlyMap<string, number>,
): Promise<undefined> {
  const sampling = new Sampling(context)
  const rejected = new Set(done.rejected)
  let block = 0
  for (const round of rounds) {
    const pending = round.tasks.filter(({ key }) => !done.final.has(keyText(key)))
    if (pending.length === 0) continue
    if (round.block !== block) {
      block = round.block
      // oxlint-disable-next-line no-await-in-loop -- waits before a whole run
      await lowLoad(context, block)
    }
    context.progress.part(partLabel(round, round.tasks[0]!.key.mode))
    // oxlint-disable-next-line no-await-in-loop -- rounds follow each other
    await runRound(context, round, pending, sampling, rejected, probesMs)
    if (context.signal.aborted) return
  }
}
