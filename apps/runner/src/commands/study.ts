import { RowrateError } from '@rowrate/core'
import { Command } from 'commander'

import { findPython } from '../engines/other-python.ts'
import type { BenchOptions } from '../run/bench.ts'
import type { StudyPlan } from '../study/plan.ts'
import type { BenchValues } from './bench.ts'
import { benchOptions } from './bench.ts'

interface StudyValues extends BenchValues {
  readonly quick?: boolean
  readonly experiments?: boolean
  readonly python?: string
}

/** `bench study`: the options of `bench` narrow it, and its help shows them. */
export const studyCommand = (benchmark: Command): Command =>
  new Command('study')
    .copyInheritedSettings(benchmark)
    .description('the published study again: its systems, suite and settings, beside its figures')
    .option('--quick', 'test 1 on the default table, one run')
    .option('--experiments', 'where its figures come from: two variants each, in turns')
    .option('--python <command>', 'the systems in another Python, in turns with the one here')
    .configureHelp({ showGlobalOptions: true })

const refuse = (message: string): never => {
  throw new RowrateError('USAGE', message)
}

function planOf({ quick, experiments, python }: StudyValues): StudyPlan {
  const asked = { quick, experiments, python: python !== undefined }
  const plans = (['quick', 'experiments', 'python'] as const).filter((plan) => asked[plan])
  if (plans.length > 1) {
    refuse(`${plans.map((plan) => `--${plan}`).join(' and ')} are two plans; leave one out`)
  }
  return plans[0] ?? 'suite'
}

/** Checks the options against each other, and asks the other Python for its version. Throws USAGE. */
export async function studyOptions(all: StudyValues): Promise<BenchOptions> {
  const { quick: _, experiments: __, python: name, ...values } = all
  const study = planOf(all)
  if (values.full) refuse('--full is a plan of its own; leave it out')
  if (values.journal) refuse('the study gives each system its own journal; leave --journal out')
  const compares = study === 'experiments' || study === 'python'
  if (compares && (values.settings ?? values.asyncTasks) !== undefined) {
    refuse('settings and tasks are what the experiments compare; leave them out')
  }
  const options = benchOptions(values)
  const python = name === undefined ? undefined : await findPython(name)
  return {
    ...options,
    choice: { ...options.choice, study, python: python?.version },
    python: python?.command,
  }
}
