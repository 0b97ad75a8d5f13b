import { rmSync } from 'node:fs'

import type { Environment, PlanSettings } from '@rowrate/core'
import { environmentSchema, RowrateError } from '@rowrate/core'

import { root, shortList } from '../configuration.ts'
import type { RegisteredEngine } from '../engines/registry.ts'
import { readRegistry } from '../engines/registry.ts'
import { selectEngines } from '../engines/selection.ts'
import { recordEnvironment } from '../environment/record.ts'
import type { PlanChoice } from '../plan/settings.ts'
import { planSettings, resumedSettings } from '../plan/settings.ts'
import { findDataDirectory, makeRunData } from '../set/data-directory.ts'
import { findSetDirectory, makeSetDirectory } from '../set/directory.ts'
import { occupy } from '../set/occupancy.ts'
import { readEnvironment, writeEnvironment } from '../set/environment-file.ts'
import { requireSameEngines, requireSamePlan } from '../set/same-settings.ts'
import { studySystems } from '../study/plan.ts'
import type { Engines } from './engines.ts'
import { engineRecords } from './engines.ts'

export interface PlaceOptions {
  readonly out?: string | undefined
  readonly resume?: string | undefined
  readonly data?: string | undefined
  readonly name?: string | undefined
}

/** Where a run writes and what it is to measure, before any engine is loaded. */
export interface Opening {
  readonly plan: PlanSettings
  readonly engines: readonly RegisteredEngine[]
  readonly directory: string
  /** Folder for this run's stores. */
  readonly runData: string
  /** Of the set that is gone on with. */
  readonly recorded: Environment | undefined
}

function selected(
  choice: PlanChoice,
  registered: readonly RegisteredEngine[],
): readonly RegisteredEngine[] {
  if (choice.full && !choice.filter) return registered
  return selectEngines(registered, choice.filter ?? (choice.study ? studySystems : shortList))
}

/** Throws USAGE where an engine does not take the study's choices that a plan makes. */
function requireStudyEngines({ parts }: PlanSettings, engines: readonly RegisteredEngine[]) {
  const unable = engines.filter(({ study }) => !study).map(({ name }) => name)
  if (unable.length === 0 || parts.every(({ study }) => study === undefined)) return
  throw new RowrateError(
    'USAGE',
    `the published study’s settings and tasks are for its own systems, and ${unable.join(', ')} is none of them; leave the option out, or choose with --filter python`,
  )
}

const defaultName = ({ preset }: PlanSettings, { filter }: PlanChoice) =>
  preset === 'selection' && filter ? filter.join('-').slice(0, 60) : preset

/** Decides on plan and folders. Throws USAGE or ENGINE_UNKNOWN; nothing is left behind then. */
export async function openRun(choice: PlanChoice, place: PlaceOptions): Promise<Opening> {
  const registered = await readRegistry()
  const names = selected(choice, registered).map(({ name }) => name)
  const directory = place.resume === undefined ? undefined : findSetDirectory(place.resume)
  const recorded =
    directory === undefined ? undefined : readEnvironment(directory, environmentSchema)
  if (recorded) requireSamePlan(recorded.plan, resumedSettings(recorded.plan, choice, names))
  const plan = recorded?.plan ?? planSettings(choice, names)
  const engines = selectEngines(registered, plan.engines)
  requireStudyEngines(plan, engines)
  const data = findDataDirectory(place.data)
  const name = place.name ?? defaultName(plan, choice)
  const runData = makeRunData(data, name)
  try {
    const target = directory ?? makeSetDirectory(place.out, name)
    occupy(target, runData)
    return { plan, engines, directory: target, runData, recorded }
  } catch (error) {
    rmSync(runData, { recursive: true, force: true })
    throw error
  }
}

/** Records what is measured on what, or makes sure that it is still the same. */
export async function recordOrCheck(
  { plan, recorded, runData, directory }: Opening,
  engines: Engines,
): Promise<Environment> {
  const records = engineRecords(engines)
  if (recorded) {
    requireSameEngines(recorded.engines, records, engines.unavailable)
    return recorded
  }
  const environment = await recordEnvironment({ plan, data: runData, engines: records, root })
  writeEnvironment(directory, environment)
  return environment
}
