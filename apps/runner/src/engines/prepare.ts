import { messageOf } from '@rowrate/core'

import type { Probe } from './probe.ts'
import { probe } from './probe.ts'
import type { RegisteredEngine } from './registry.ts'
import { setUp } from './setup.ts'

export type Prepared =
  | { readonly engine: RegisteredEngine; readonly probe: Probe }
  | { readonly engine: RegisteredEngine; readonly message: string }

/** Where progress is shown: lines that stay, and what a set-up prints. */
export interface Notice {
  line(text: string): unknown
  note(text: string): unknown
}

async function setUpAndProbe(
  engine: RegisteredEngine,
  notice: Notice,
  signal: AbortSignal,
): Promise<Prepared> {
  notice.line(`setting up ${engine.name}; this is done once`)
  try {
    await setUp(engine, signal, (line) => notice.note(`${engine.name}: ${line}`))
    return { engine, probe: await probe(engine, signal) }
  } catch (error) {
    return { engine, message: messageOf(error) }
  }
}

/** Makes sure that an engine loads: the probe first, its set-up only where that fails, and the probe again. */
export async function prepareEngine(
  engine: RegisteredEngine,
  notice: Notice,
  signal: AbortSignal,
): Promise<Prepared> {
  try {
    return { engine, probe: await probe(engine, signal) }
  } catch (error) {
    if (signal.aborted) return { engine, message: 'stopped' }
    if (engine.hasSetup) return setUpAndProbe(engine, notice, signal)
    const remedy = '`pnpm install` must have installed all it needs, for it has no set-up'
    return { engine, message: `${messageOf(error)}; ${remedy}` }
  }
}
