import type { Environment, Summary } from '@rowrate/core'

import type { Section } from '../study/section.ts'

/** What every exporter is given: exporters are pure functions of it. */
export interface Report {
  readonly environment: Environment
  readonly summary: Summary
  /** Of a set that answers to the published study. */
  readonly study?: readonly Section[]
}
