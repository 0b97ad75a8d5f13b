import { messageOf } from '@rowrate/core'

import type { Probe } from './probe.ts'
import { probe } from './probe.ts'
import type { RegisteredEngine } from './registry.ts'
import { setUp } from './setup.ts'

export type Prepared =
  | { readonly engine: RegisteredEngine; readonly probe: Probe }
  | { readonly engine: RegisteredEngine; readonly message: string }

async function probeAgain(
  engine: RegisteredEngine,
  signal: AbortSignal,
  onLine: (line: string) => void,
): Promise<Prepared> {
  try {
    await setUp(engine, signal, onLine)
    return { engine, probe: await probe(engine, signal) }
  } catch (error) {
    return { engine, message: messageOf(error) }
  }
}

/** Makes sure that an engine loads: the probe first, its set-up only where that fails, and the probe again. */
export async function prepareEngine(
  engine: RegisteredEngine,
  signal: AbortSignal,
  onLine: (line: string) => void,
): Promise<Prepared> {
  try {
    return { engine, probe: await probe(engine, signal) }
  } catch (error) {
    if (engine.hasSetup) return probeAgain(engine, signal, onLine)
    const remedy = `it has no set-up of its own: \`pnpm install\` must have installed all it needs`
    return { engine, message: `${messageOf(error)}; ${remedy}` }
  }
}
