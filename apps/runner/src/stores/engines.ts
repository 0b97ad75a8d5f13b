import { messageOf, RowrateError } from '@rowrate/core'
import type { StoreDescription, StoresEngineRecord, StoreVariant } from '@rowrate/core/stores'

import type { RegisteredEngine } from '../engines/registry.ts'
import { setUp } from '../engines/setup.ts'
import { installedVersions } from '../engines/versions.ts'
import type { Progress } from '../run/progress.ts'
import type { RegisteredVariant } from './registry.ts'
import { superviseStores } from './supervise.ts'

/** A variant whose engine loads. */
export interface AvailableVariant extends StoreVariant {
  readonly engine: RegisteredEngine
  readonly details: StoreDescription
}

export interface StoreEngines {
  readonly variants: ReadonlyMap<string, AvailableVariant>
  readonly records: Readonly<Record<string, StoresEngineRecord>>
  /** Engine name to reason and remedy. */
  readonly unavailable: ReadonlyMap<string, string>
}

/** Loads an engine's stores in a worker. Throws ENGINE_UNAVAILABLE with the reason. */
async function probeStores(
  engine: RegisteredEngine,
  signal: AbortSignal,
): Promise<StoreDescription> {
  const { outcome, output } = await superviseStores({
    job: { kind: 'describe', engine: engine.name, module: engine.module },
    engine,
    signal,
  })
  if (outcome.kind === 'describe') return outcome
  const reason = outcome.kind === 'failure' ? outcome.message : 'no description'
  const printed = output?.split('\n').findLast((line) => line.trim() !== '')
  throw new RowrateError('ENGINE_UNAVAILABLE', printed ? `${reason}; ${printed.trim()}` : reason)
}

async function prepareStores(
  engine: RegisteredEngine,
  progress: Progress,
  signal: AbortSignal,
): Promise<StoreDescription> {
  try {
    return await probeStores(engine, signal)
  } catch (error) {
    if (!engine.hasSetup || signal.aborted) throw error
    progress.line(`setting up ${engine.name}; this is done once`)
    await setUp(engine, signal, (line) => progress.note(`${engine.name}: ${line}`))
    return probeStores(engine, signal)
  }
}

/** Loads the engine of every variant once, and sets up those that need it. */
export async function prepareStoreEngines(
  registered: readonly RegisteredVariant[],
  progress: Progress,
  signal: AbortSignal,
): Promise<StoreEngines> {
  const variants = new Map<string, AvailableVariant>()
  const records: Record<string, StoresEngineRecord> = {}
  const unavailable = new Map<string, string>()
  for (const engine of new Map(
    registered.map((each) => [each.engine.name, each.engine]),
  ).values()) {
    progress.note(`loading ${engine.name}`)
    try {
      // oxlint-disable-next-line no-await-in-loop -- set-ups compile and download: one at a time
      const details = await prepareStores(engine, progress, signal)
      const versions = details.versions ?? installedVersions(engine)
      records[engine.name] = { description: details, versions }
      for (const variant of details.variants as StoreVariant[]) {
        const isWanted = registered.some(({ name }) => name === variant.name)
        if (isWanted) variants.set(variant.name, { ...variant, engine, details })
      }
    } catch (error) {
      if (signal.aborted) break
      progress.warn(`${engine.name} takes no part: ${messageOf(error)}`)
      unavailable.set(engine.name, messageOf(error))
    }
  }
  return { variants, records, unavailable }
}
