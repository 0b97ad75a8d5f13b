import type { StoresPlan } from '@rowrate/core/stores'

import type { StoresTask } from './schedule.ts'
import type { Trials } from './space.ts'

const startMs = 500
/** A store of the slowest engine; it is not worth a trial of its own. */
const openMs = 1

/** Milliseconds that a task will take, its verification included; a rough forecast, corrected as the run goes on. */
export function predictTaskMs(
  { key, holds }: StoresTask,
  plan: StoresPlan,
  trials: Trials,
): number {
  const trial = trials.get(key.variant)
  if (!trial) return startMs
  const { createMs } = trial
  const size = key.notes / plan.notes
  const counts = {
    create: (key.count - holds) * (createMs * size + openMs),
    open: key.count * openMs,
    hold: Math.min(plan.hold, key.count) * openMs,
    profile: key.count * (createMs + openMs),
  }
  return startMs + counts[key.phase]
}
