import type { Environment, Summary } from '@rowrate/core'

/** What every exporter is given: exporters are pure functions of it. */
export interface Report {
  readonly environment: Environment
  readonly summary: Summary
}
