import type { Description } from '@rowrate/core'
import { RowrateError } from '@rowrate/core'

import { commandOf } from '../worker/job-command.ts'
import { supervise } from '../worker/supervise.ts'
import type { RegisteredEngine } from './registry.ts'

export interface Probe {
  readonly description: Description
  /** Start of the process to its end: what every operation pays before its own work. */
  readonly durationMs: number
}

/** Loads an engine in a worker and asks what it is. Throws ENGINE_UNAVAILABLE with the reason. */
export async function probe(engine: RegisteredEngine, signal: AbortSignal): Promise<Probe> {
  const startMs = performance.now()
  const { outcome, output } = await supervise({
    command: commandOf(engine),
    job: { kind: 'describe', engine: engine.name, module: engine.module },
    requestStore: () =>
      Promise.reject(new RowrateError('PROTOCOL_INVALID', 'a probe has no store')),
    signal,
  })
  if (outcome.kind === 'describe') {
    return { description: outcome, durationMs: performance.now() - startMs }
  }
  const reason = outcome.kind === 'failure' ? outcome.message : 'no description'
  // The last line that a dying process prints mostly names the cause.
  const printed = output?.split('\n').findLast((line) => line.trim() !== '')
  throw new RowrateError('ENGINE_UNAVAILABLE', printed ? `${reason}; ${printed.trim()}` : reason)
}
