import type { JournalMode, Mode, Part, PlanSettings, Test } from '@rowrate/core'
import { modes, RowrateError, tests } from '@rowrate/core'

import { defaultWorkload, referenceEngine } from '../configuration.ts'

/** What the command line says about what to measure; everything may be left out. */
export interface PlanChoice {
  readonly filter?: readonly string[] | undefined
  readonly test?: readonly Test[] | undefined
  readonly mode?: readonly Mode[] | undefined
  /** `--large` alone adds the large table. */
  readonly large?: true | 'only' | undefined
  readonly runs?: number | undefined
  readonly full?: boolean | undefined
  readonly iterations?: number | undefined
  readonly batchSize?: number | undefined
  readonly journal?: JournalMode | undefined
  readonly seed?: number | undefined
}

type Preset = PlanSettings['preset']

/** Options of the workload alone leave the quick preset what it is. */
export function presetOf({ filter, test, mode, large, runs, full, journal }: PlanChoice): Preset {
  if (full) return 'full'
  const selecting = [filter, test, mode, large, runs, journal]
  return selecting.every((each) => each === undefined) ? 'quick' : 'selection'
}

const fullParts: readonly Part[] = [
  { tests: [...tests], table: 'default', modes: ['cold', 'warm'], journal: 'delete', blocks: 5 },
  { tests: [1], table: 'large', modes: ['cold'], journal: 'delete', blocks: 3 },
  { tests: [1], table: 'default', modes: ['hot'], journal: 'delete', blocks: 1 },
  { tests: [1], table: 'default', modes: ['cold'], journal: 'wal', blocks: 3 },
]

/** In `--full` the other options only narrow what it runs. */
function narrowedFullParts({ test, mode, large, runs, journal }: PlanChoice): Part[] {
  return fullParts
    .filter((part) => large !== 'only' || part.table === 'large')
    .filter((part) => journal === undefined || part.journal === journal)
    .map((part) => ({
      ...part,
      tests: part.tests.filter((each) => test?.includes(each) ?? true),
      modes: part.modes.filter((each) => mode?.includes(each) ?? true),
      blocks: Math.min(part.blocks, runs ?? part.blocks),
    }))
    .filter((part) => part.tests.length > 0 && part.modes.length > 0)
}

function selectedParts({ test, mode, large, runs, journal }: PlanChoice): Part[] {
  const tables = { none: ['default'], added: ['default', 'large'], only: ['large'] } as const
  return tables[large === undefined ? 'none' : large === true ? 'added' : 'only'].map((table) => ({
    tests: tests.filter((each) => (test ?? [1]).includes(each)),
    table,
    modes: modes.filter((each) => (mode ?? ['cold', 'warm']).includes(each)),
    journal: journal ?? 'delete',
    blocks: runs ?? 1,
  }))
}

/** Everything that decides which samples a set holds. `engines` are the names that `choice.filter` stands for. */
export function planSettings(choice: PlanChoice, engines: readonly string[]): PlanSettings {
  const preset = presetOf(choice)
  const parts = preset === 'full' ? narrowedFullParts(choice) : selectedParts(choice)
  if (parts.length === 0) {
    throw new RowrateError(
      'USAGE',
      '--full runs nothing of that; leave --full or the options that narrow it out',
    )
  }
  const twin = engines.includes(referenceEngine) ? referenceEngine : engines[0]
  return {
    preset,
    engines: [...engines],
    ...(preset === 'full' && { twin }),
    parts,
    canary: preset !== 'quick',
    audit: preset !== 'quick',
    workload: {
      seed: choice.seed ?? defaultWorkload.seed,
      iterations: choice.iterations ?? defaultWorkload.iterations,
      batchSize: choice.batchSize ?? defaultWorkload.batchSize,
    },
  }
}

/** What options ask of a set that is gone on with: what they leave open stays as the set has it. */
export function resumedSettings(
  recorded: PlanSettings,
  choice: PlanChoice,
  engines: readonly string[],
): PlanSettings {
  const { filter, iterations, batchSize, seed, ...parts } = choice
  const changes = { iterations, batchSize, seed }
  const choosesParts = Object.values(parts).some((value) => value !== undefined)
  return {
    ...(choosesParts ? planSettings(choice, recorded.engines) : recorded),
    engines: filter ? [...engines] : recorded.engines,
    workload: {
      ...recorded.workload,
      ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    },
  }
}

const partText = ({ tests: numbers, table, modes: names, journal, blocks }: Part): string =>
  `test ${numbers.join(',')} ${table} ${names.join(',')} ${journal} ${blocks} run${blocks === 1 ? '' : 's'}`

/** The settings in which two plans differ, each as one text. */
export function settingDifferences(recorded: PlanSettings, wanted: PlanSettings): string[] {
  const texts = ({ preset, engines, twin, parts, workload }: PlanSettings) => ({
    engines: engines.join(','),
    seed: String(workload.seed),
    iterations: String(workload.iterations),
    'batch size': String(workload.batchSize),
    plan: parts.map(partText).join('; '),
    preset,
    twin: twin ?? 'none',
  })
  const [before, after] = [texts(recorded), texts(wanted)] as const
  return (Object.keys(before) as (keyof typeof before)[])
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name} is '${before[name]}' in the set, not '${after[name]}'`)
}
