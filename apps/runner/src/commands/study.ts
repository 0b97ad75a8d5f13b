import { RowrateError } from '@rowrate/core'
import { Command } from 'commander'

import type { BenchOptions } from '../run/bench.ts'
import type { StudyPlan } from '../study/plan.ts'
import type { BenchValues } from './bench.ts'
import { benchOptions } from './bench.ts'

interface StudyValues extends BenchValues {
  readonly quick?: boolean
  readonly experiments?: boolean
}

/** `bench study`: the options of `bench` narrow it, and its help shows them. */
export const studyCommand = (benchmark: Command): Command =>
  new Command('study')
    .copyInheritedSettings(benchmark)
    .description('the published study again: its systems, suite and settings, beside its figures')
    .option('--quick', 'test 1 on the default table, one run')
    .option('--experiments', 'where its figures come from: two variants each, in turns')
    .configureHelp({ showGlobalOptions: true })

const refuse = (message: string): never => {
  throw new RowrateError('USAGE', message)
}

function planOf(quick: boolean, experiments: boolean): StudyPlan {
  if (quick && experiments) refuse('--quick and --experiments are two plans; leave one out')
  if (experiments) return 'experiments'
  return quick ? 'quick' : 'suite'
}

/** Checks the options against each other. Throws USAGE. */
export function studyOptions({
  quick = false,
  experiments = false,
  ...values
}: StudyValues): BenchOptions {
  const study = planOf(quick, experiments)
  if (values.full) refuse('--full is a plan of its own; leave it out')
  if (values.journal) refuse('the study gives each system its own journal; leave --journal out')
  if (study === 'experiments' && (values.settings ?? values.asyncTasks) !== undefined) {
    refuse('settings and tasks are what the experiments compare; leave them out')
  }
  const options = benchOptions(values)
  return { ...options, choice: { ...options.choice, study } }
}
