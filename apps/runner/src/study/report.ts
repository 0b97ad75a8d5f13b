import type { Environment, Summary } from '@rowrate/core'

import type { ResultSet } from '../report/read-result-set.ts'
import { nameOf, slicesOf } from '../report/summary/slices.ts'
import { claimsSection } from './claims-section.ts'
import { agreementSection, meansSection, operationsSection } from './comparison.ts'
import { differencesSection } from './differences.ts'
import { experimentSections } from './experiments/index.ts'
import { measuredFigures } from './figures.ts'
import type { Section } from './section.ts'

/** What a set says about the published study: nothing, unless it was made for that. */
export function studySections(set: ResultSet, summary: Summary): Section[] {
  const { preset } = set.environment.plan
  if (preset === 'experiments') {
    return [...experimentSections(set), differencesSection(set.environment, summary)]
  }
  return preset === 'study' ? suiteSections(set, set.environment, summary) : []
}

function suiteSections(set: ResultSet, environment: Environment, summary: Summary): Section[] {
  const measured = measuredFigures(set)
  const slices = slicesOf(set).map(({ key }) => key)
  const ordered = slices.toSorted((left, right) => nameOf(left).localeCompare(nameOf(right), 'en'))
  return [
    meansSection(measured, slices),
    operationsSection(measured, slices),
    agreementSection(measured, ordered),
    claimsSection(measured),
    differencesSection(environment, summary),
  ]
}
