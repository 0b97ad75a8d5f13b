import type { Settings, SummaryEngine } from '@rowrate/core'

import type { ResultSet } from '../read-result-set.ts'
import { unrankedReasonOf } from './context.ts'

/** What each engine of the plan is, and the settings it ran with. */
export function summaryEngines({ environment, samples, unavailable }: ResultSet): SummaryEngine[] {
  const settings = new Map<string, Map<string, Settings>>()
  for (const sample of samples) {
    if (sample.status !== 'ok') continue
    const own = settings.get(sample.engine) ?? new Map<string, Settings>()
    for (const each of sample.measurement.settings) own.set(JSON.stringify(each), each)
    settings.set(sample.engine, own)
  }
  return environment.plan.engines.map((name) => {
    const record = environment.engines[name]
    const description = record?.description
    return {
      name,
      group: record?.group ?? null,
      versions: record?.versions ?? {},
      runtime: description?.runtime ?? null,
      storage: description?.storage ?? null,
      unranked: unrankedReasonOf(record),
      limits: description?.limits ?? {},
      lacks: description?.lacks ?? {},
      unavailable: unavailable.get(name) ?? null,
      settings: [...(settings.get(name)?.values() ?? [])],
    }
  })
}
