import { resolve } from 'node:path'

import { RowrateError } from '@rowrate/core'
import type { NoteWorkload, StoreQuery } from '@rowrate/core/stores'
import { noteWorkloads, storeQueries } from '@rowrate/core/stores'
import { Command, InvalidArgumentError, Option } from 'commander'

import { parseCount, parseName, parseNames, parseShare } from '../commands/options.ts'
import { maxForeignCpuCores } from '../configuration.ts'
import { presets } from './configuration.ts'
import type { StoresChoice } from './plan.ts'
import type { StoresOptions } from './run.ts'

interface Values extends StoresChoice {
  readonly maxForeignCpu: number | 'off'
  readonly data?: string
  readonly out?: string
  readonly name?: string
  readonly resume?: string
  readonly keep?: boolean
}

const option = (flags: string, description: string, parser: (text: string) => unknown) =>
  new Option(flags, description).argParser(parser)

const parseOne =
  <T extends string>(allowed: readonly T[]) =>
  (text: string): T => {
    const found = allowed.find((each) => each === text)
    if (found === undefined) throw new InvalidArgumentError(`Give one of ${allowed.join(', ')}.`)
    return found
  }

const parseOnly = parseOne(['only'])

/** The options of `stores`; their values are checked, each alone. */
export const storesCommand = (): Command =>
  new Command('stores')
    .description('measure many small stores; without options 300 an engine, in under two minutes')
    .addOption(
      option(
        '--filter <names>',
        'engines, their variants, or groups such as python, by commas (default: those of Node.js)',
        parseNames,
      ),
    )
    .addOption(
      option(
        '--count <n>',
        `stores of each engine (default: ${presets.quick.count})`,
        parseCount(1),
      ),
    )
    .addOption(
      option('--hold <n>', `stores held open (default: ${presets.quick.hold})`, parseCount(1)),
    )
    .addOption(
      option(
        '--workload <size>',
        'large: 1,000 notes of 300 characters; small: ten short ones (default: large)',
        parseOne<NoteWorkload>(noteWorkloads),
      ),
    )
    .addOption(
      option(
        '--query <kind>',
        'count, get, all (default: count)',
        parseOne<StoreQuery>(storeQueries),
      ),
    )
    .addOption(
      option(
        '--allocator <setting>',
        'default, mmap (MALLOC_MMAP_THRESHOLD_=131072), both (default: default)',
        parseOne(['default', 'mmap', 'both']),
      ),
    )
    .option('--drop-caches', 'empty the page cache before each open run; needs root')
    .addOption(
      option('--profile [only]', 'the steps of creating, on disk and in memory', parseOnly),
    )
    .addOption(
      option('--grow [only]', 'up to 100,000 stores, and up to 100,000 notes in each', parseOnly),
    )
    .option(
      '--full',
      `the published protocol: ${presets.full.count} stores, both allocators; takes hours`,
    )
    .addOption(
      option(
        '--max-foreign-cpu <share>',
        'what others may use of a core, or off',
        parseShare,
      ).default(maxForeignCpuCores, '10%'),
    )
    .option('--data <dir>', 'folder for the stores (default: results/local/data)')
    .option('--out <dir>', 'folder of the result set (default: results/local/<date>-<name>)')
    .addOption(option('--name <name>', 'name of the result set', parseName))
    .option('--resume <dir>', 'go on with an interrupted set')
    .option('--keep', 'leave the stores behind')

/** Checks the options against each other. Throws USAGE. */
export function storesOptions(values: Values): StoresOptions {
  const { maxForeignCpu, data, out, name, resume, keep = false, ...choice } = values
  const only = [choice.profile, choice.grow].filter((each) => each === 'only')
  if (only.length > 0 && choice.hold !== undefined && choice.grow === undefined) {
    throw new RowrateError('USAGE', '--hold has no meaning with --profile only; leave one out')
  }
  if (resume !== undefined && (out ?? name) !== undefined) {
    throw new RowrateError(
      'USAGE',
      '--resume goes on in its own folder; leave --out and --name out',
    )
  }
  return {
    choice,
    place: { out: out === undefined ? undefined : resolve(out), resume, data, name },
    maxForeignCpuCores: maxForeignCpu === 'off' ? undefined : maxForeignCpu,
    keep,
  }
}
