import { rmSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'

import { RowrateError } from '@rowrate/core'
import type { StoresEngineRecord, StoresEnvironment, StoresPlan } from '@rowrate/core/stores'

import { root } from '../configuration.ts'
import { measureCommitLatency } from '../environment/commit-latency.ts'
import { readMachine } from '../environment/machine.ts'
import { mountOf } from '../environment/mount.ts'
import { nodeFlags } from '../environment/record.ts'
import { readRepository } from '../environment/repository.ts'
import type { PlaceOptions } from '../run/opening.ts'
import { findDataDirectory, makeRunData } from '../set/data-directory.ts'
import { findSetDirectory, makeSetDirectory } from '../set/directory.ts'
import { occupy } from '../set/occupancy.ts'
import { requireDescriptors, requireDropCaches } from './limits.ts'
import type { StoresChoice } from './plan.ts'
import { planDifferences, storesPlan } from './plan.ts'
import type { RegisteredVariant } from './registry.ts'
import { readStoresRegistry, selectVariants } from './registry.ts'
import { writeEnvironment } from '../set/environment-file.ts'
import { readStoresEnvironment } from './set.ts'
import { removeAbandoned } from './sites.ts'

/** Where a run writes and what it is to measure, before any engine is loaded. */
export interface StoresOpening {
  readonly plan: StoresPlan
  readonly registered: readonly RegisteredVariant[]
  readonly directory: string
  /** Folder for this run's stores. */
  readonly runData: string
  /** Of the set that is gone on with. */
  readonly recorded: StoresEnvironment | undefined
}

const wantedPlan = (choice: StoresChoice, registry: readonly RegisteredVariant[]): StoresPlan =>
  storesPlan(
    choice,
    selectVariants(registry, choice.filter).map(({ name }) => name),
  )

function requireSame(recorded: StoresPlan, wanted: StoresPlan): undefined {
  const [difference] = planDifferences(recorded, wanted)
  if (difference === undefined) return
  throw new RowrateError(
    'USAGE',
    `--resume: ${difference}; leave the other options out to go on with the set's own settings`,
  )
}

/** Decides on plan and folders. Throws USAGE or ENGINE_UNKNOWN; nothing is left behind then. */
export async function openStoresRun(
  choice: StoresChoice,
  place: PlaceOptions,
): Promise<StoresOpening> {
  const registry = await readStoresRegistry()
  const directory = place.resume === undefined ? undefined : findSetDirectory(place.resume)
  const recorded = directory === undefined ? undefined : readStoresEnvironment(directory)
  const isChosen = Object.values(choice).some((value) => value !== undefined)
  if (recorded && isChosen) requireSame(recorded.plan, wantedPlan(choice, registry))
  const plan = recorded?.plan ?? wantedPlan(choice, registry)
  requireDescriptors(plan)
  requireDropCaches(plan)
  removeAbandoned()
  const name = place.name ?? `stores-${plan.preset}`
  const runData = makeRunData(findDataDirectory(place.data), name)
  try {
    const target = directory ?? makeSetDirectory(place.out, name)
    occupy(target, runData)
    const registered = selectVariants(registry, plan.variants)
    return { plan, registered, directory: target, runData, recorded }
  } catch (error) {
    rmSync(runData, { recursive: true, force: true })
    throw error
  }
}

/** Refuses to mix versions in a set. Throws USAGE, or ENGINE_UNAVAILABLE where an engine of the set does not load now. */
function requireSameEngines(
  recorded: StoresEnvironment['engines'],
  found: Readonly<Record<string, StoresEngineRecord>>,
  unavailable: ReadonlyMap<string, string>,
): undefined {
  for (const [name, before] of Object.entries(recorded)) {
    const now = found[name]
    if (!now) throw new RowrateError('ENGINE_UNAVAILABLE', `${name}: ${unavailable.get(name)}`)
    if (isDeepStrictEqual(JSON.parse(JSON.stringify(now)), before)) continue
    throw new RowrateError(
      'USAGE',
      `--resume: ${name} has changed since the set was begun; start a new set`,
    )
  }
}

/** Records what is measured on what, or makes sure that it is still the same. */
export async function recordOrCheckStores(
  { recorded, runData, directory }: StoresOpening,
  plan: StoresPlan,
  engines: Readonly<Record<string, StoresEngineRecord>>,
  unavailable: ReadonlyMap<string, string>,
): Promise<undefined> {
  if (recorded) return requireSameEngines(recorded.engines, engines, unavailable)
  const startedAt = new Date().toISOString()
  const [machine, rowrate] = await Promise.all([readMachine(), readRepository(root)])
  // Alone, because whatever runs beside it would lengthen the commits.
  const { inPlace, growing } = await measureCommitLatency(runData)
  return writeEnvironment(directory, {
    schema: 1,
    suite: 'stores',
    startedAt,
    rowrate,
    plan,
    machine,
    storage: { ...mountOf(runData), commitInPlace: inPlace, commitGrowing: growing },
    node: process.version,
    flags: nodeFlags(),
    engines: { ...engines },
  })
}
