import type { JournalMode, Mode, Test } from '@rowrate/core'
import { RowrateError } from '@rowrate/core'
import { Command, Option } from 'commander'

import { defaultWorkload, maxForeignCpuCores } from '../configuration.ts'
import type { BenchOptions } from '../run/bench.ts'
import {
  parseCount,
  parseJournal,
  parseLarge,
  parseModes,
  parseName,
  parseNames,
  parsePositive,
  parseSettings,
  parseShare,
  parseTests,
} from './options.ts'

export interface BenchValues {
  readonly filter?: string[]
  readonly test?: Test[]
  readonly mode?: Mode[]
  readonly large?: true | 'only'
  readonly runs?: number
  readonly full?: boolean
  readonly iterations?: number
  readonly batchSize?: number
  readonly journal?: JournalMode
  readonly seed?: number
  readonly settings?: 'study'
  readonly asyncTasks?: number
  readonly maxForeignCpu: number | 'off'
  readonly maxLoad?: number
  readonly data?: string
  readonly out?: string
  readonly resume?: string
  readonly keep?: boolean
  readonly name?: string
}

const option = (flags: string, description: string, parser: (text: string) => unknown) =>
  new Option(flags, description).argParser(parser)

/** The options of `bench`; their values are checked, each alone. */
export const benchCommand = (): Command =>
  new Command('bench')
    .description('measure engines; without options a short list, in under two minutes')
    .addOption(option('--filter <names>', 'engines or groups, separated by commas', parseNames))
    .addOption(option('--test <numbers>', '1 simple, 2 relations, 3 wide (default: 1)', parseTests))
    .addOption(option('--mode <modes>', 'cold, warm, hot (default: cold,warm)', parseModes))
    .addOption(option('--large [only]', 'the large table as well, or only it', parseLarge))
    .addOption(option('--runs <n>', 'full runs; 5 give intervals (default: 1)', parseCount(1)))
    .option('--full', 'the published set: all engines, tests and modes; takes hours')
    .addOption(
      option(
        '--iterations <n>',
        `rows of A (default: ${defaultWorkload.iterations})`,
        parseCount(21, ', so that a page has an offset'),
      ),
    )
    .addOption(
      option(
        '--batch-size <n>',
        `rows of B and of C (default: ${defaultWorkload.batchSize})`,
        parseCount(21),
      ),
    )
    .addOption(option('--journal <mode>', 'delete or wal (default: delete)', parseJournal))
    .addOption(
      option(
        '--settings <whose>',
        'study: the published study’s own, for its Python systems',
        parseSettings,
      ),
    )
    .addOption(
      option(
        '--async-tasks <n>',
        'tasks that share an async Python system’s operation; 10 in the study (default: 1)',
        parseCount(1),
      ),
    )
    .addOption(
      option(
        '--max-foreign-cpu <share>',
        'what others may use of a core, or off',
        parseShare,
      ).default(maxForeignCpuCores, '10%'),
    )
    .addOption(
      option('--max-load <n>', 'wait before each run for this load average', parsePositive),
    )
    .addOption(
      option(
        '--seed <n>',
        `of all random choices (default: ${defaultWorkload.seed})`,
        parseCount(0),
      ),
    )
    .option('--data <dir>', 'folder for the stores (default: results/local/data)')
    .option('--out <dir>', 'folder of the result set (default: results/local/<date>-<name>)')
    .addOption(option('--name <name>', 'name of the result set', parseName))
    .option('--resume <dir>', 'go on with an interrupted set')
    .option('--keep', 'leave the stores behind')

/** Checks the options against each other. Throws USAGE. */
export function benchOptions(values: BenchValues): BenchOptions {
  const { maxForeignCpu, maxLoad, data, out, resume, keep = false, name, ...choice } = values
  const { iterations = defaultWorkload.iterations, batchSize = defaultWorkload.batchSize } = choice
  if (batchSize < iterations) {
    throw new RowrateError(
      'USAGE',
      `--batch-size ${batchSize} is below the ${iterations} iterations; give at least as many`,
    )
  }
  if (choice.settings && (choice.journal ?? choice.full)) {
    throw new RowrateError(
      'USAGE',
      '--settings study gives each system the journal that it had in the study; leave --journal and --full out',
    )
  }
  const naming = out ?? name
  if (resume !== undefined && naming !== undefined) {
    throw new RowrateError(
      'USAGE',
      '--resume goes on in its own folder; leave --out and --name out',
    )
  }
  return {
    choice,
    place: { out, resume, data, name },
    limits: {
      foreignCpuCores: maxForeignCpu === 'off' ? undefined : maxForeignCpu,
      load1: maxLoad,
    },
    keep,
  }
}
