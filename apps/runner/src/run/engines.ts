import type { EngineRecord } from '@rowrate/core'

import type { Prepared } from '../engines/prepare.ts'
import { prepareEngine } from '../engines/prepare.ts'
import type { RegisteredEngine } from '../engines/registry.ts'
import { installedVersions } from '../engines/versions.ts'
import type { AvailableEngine } from './context.ts'
import type { Progress } from './progress.ts'

/** Which engines load, and why the others do not. */
export interface Engines {
  readonly available: ReadonlyMap<string, AvailableEngine>
  readonly probesMs: ReadonlyMap<string, number>
  /** Engine name to reason and remedy. */
  readonly unavailable: ReadonlyMap<string, string>
}

function sort(prepared: readonly Prepared[]): Engines {
  const loaded = prepared.filter((each) => 'probe' in each)
  const missing = prepared.filter((each) => 'message' in each)
  return {
    available: new Map(
      loaded.map(({ engine, probe }) => [engine.name, { ...engine, details: probe.description }]),
    ),
    probesMs: new Map(loaded.map(({ engine, probe }) => [engine.name, probe.durationMs])),
    unavailable: new Map(missing.map(({ engine, message }) => [engine.name, message])),
  }
}

/** Probes every engine and sets up those that need it, one at a time. */
export async function prepareEngines(
  engines: readonly RegisteredEngine[],
  progress: Progress,
  signal: AbortSignal,
): Promise<Engines> {
  const prepared: Prepared[] = []
  for (const engine of engines) {
    progress.note(`loading ${engine.name}`)
    // oxlint-disable-next-line no-await-in-loop -- set-ups compile and download: one at a time
    const result = await prepareEngine(engine, progress, signal)
    if (signal.aborted) break
    if ('message' in result) progress.warn(`${engine.name} takes no part: ${result.message}`)
    prepared.push(result)
  }
  return sort(prepared)
}

/** What a set records about each engine. */
export const engineRecords = ({ available }: Engines): Record<string, EngineRecord> =>
  Object.fromEntries(
    [...available.values()].map((engine) => [
      engine.name,
      {
        description: engine.details,
        // A worker of another language tells its packages' versions itself.
        versions: { ...installedVersions(engine), ...engine.details.versions },
        ...(engine.group !== undefined && { group: engine.group }),
      },
    ]),
  )
