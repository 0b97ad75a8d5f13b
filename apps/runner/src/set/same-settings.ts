import { isDeepStrictEqual } from 'node:util'

import type { EngineRecord, Environment, PlanSettings } from '@rowrate/core'
import { RowrateError } from '@rowrate/core'

import { settingDifferences } from '../plan/settings.ts'

/** Refuses to go on with a set that other options made. Throws USAGE, naming the first difference. */
export function requireSamePlan(recorded: PlanSettings, wanted: PlanSettings): undefined {
  const [difference] = settingDifferences(recorded, wanted)
  if (difference === undefined) return
  throw new RowrateError(
    'USAGE',
    `--resume: ${difference}; leave the other options out to go on with the set's own settings`,
  )
}

/** Refuses to mix versions in a set. Throws USAGE, or ENGINE_UNAVAILABLE where an engine of the set does not load now. */
export function requireSameEngines(
  recorded: Environment['engines'],
  found: Readonly<Record<string, EngineRecord>>,
  unavailable: ReadonlyMap<string, string>,
): undefined {
  for (const [name, before] of Object.entries(recorded)) {
    const now = found[name]
    if (!now) {
      throw new RowrateError('ENGINE_UNAVAILABLE', `${name}: ${unavailable.get(name)}`)
    }
    const facts = ({ description, versions }: EngineRecord) => ({ ...description, ...versions })
    const [then, present]: Record<string, unknown>[] = [facts(before), facts(now)]
    const changed = Object.keys({ ...then, ...present }).find(
      (key) => !isDeepStrictEqual(then![key], present![key]),
    )
    if (changed === undefined) continue
    const text = (value: unknown) => JSON.stringify(value) ?? 'none'
    throw new RowrateError(
      'USAGE',
      `--resume: ${name} has changed: ${changed} was ${text(then![changed])}, is ${text(present![changed])}; start a new set`,
    )
  }
}
