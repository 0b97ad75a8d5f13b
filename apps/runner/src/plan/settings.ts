import type { JournalMode, Mode, Part, PlanSettings, Test } from '@rowrate/core'
import { modes, RowrateError, tests } from '@rowrate/core'

import { defaultWorkload, referenceEngine } from '../configuration.ts'
import type { StudyPlan } from '../study/plan.ts'
import { studyParts } from '../study/plan.ts'

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
  /** The published study's own settings, and its number of tasks of async engines. */
  readonly settings?: 'study' | undefined
  readonly asyncTasks?: number | undefined
  /** One of the study's plans, which the other options narrow. */
  readonly study?: StudyPlan | undefined
  /** Version of the Python that the study's plan `python` compares with. */
  readonly python?: string | undefined
}

type Preset = PlanSettings['preset']

/** Options of the workload alone leave the quick preset what it is. */
export function presetOf(choice: PlanChoice): Preset {
  const { filter, test, mode, large, runs, full, journal, settings, asyncTasks, study } = choice
  if (study !== undefined) return study === 'suite' || study === 'quick' ? 'study' : 'experiments'
  if (full) return 'full'
  const selecting = [filter, test, mode, large, runs, journal, settings, asyncTasks]
  return selecting.every((each) => each === undefined) ? 'quick' : 'selection'
}

const fullParts: readonly Part[] = [
  { tests: [...tests], table: 'default', modes: ['cold', 'warm'], journal: 'delete', blocks: 5 },
  { tests: [1], table: 'large', modes: ['cold'], journal: 'delete', blocks: 3 },
  { tests: [1], table: 'default', modes: ['hot'], journal: 'delete', blocks: 1 },
  { tests: [1], table: 'default', modes: ['cold'], journal: 'wal', blocks: 3 },
]

/** What the other options leave of a preset's parts. */
function narrowed(parts: readonly Part[], { test, mode, large, journal }: PlanChoice): Part[] {
  return parts
    .filter((part) => large !== 'only' || part.table === 'large')
    .filter((part) => journal === undefined || part.journal === journal)
    .map((part) => ({
      ...part,
      tests: part.tests.filter((each) => test?.includes(each) ?? true),
      modes: part.modes.filter((each) => mode?.includes(each) ?? true),
    }))
    .filter((part) => part.tests.length > 0 && part.modes.length > 0)
}

/** In `--full` the other options only narrow what it runs. */
const narrowedFullParts = (choice: PlanChoice): Part[] =>
  narrowed(fullParts, choice).map((part) => ({
    ...part,
    blocks: Math.min(part.blocks, choice.runs ?? part.blocks),
  }))

/** The parts of one of the study's plans that the engines have; `--runs` counts for all of them. */
function studyPartsOf(plan: StudyPlan, choice: PlanChoice, engines: readonly string[]): Part[] {
  return narrowed(studyParts(plan, choice.python), choice)
    .map((part) => ({
      ...part,
      blocks: choice.runs ?? part.blocks,
      ...(part.engines && { engines: part.engines.filter((each) => engines.includes(each)) }),
    }))
    .filter((part) => part.engines?.length !== 0)
}

/** Gives every part the study's choices that were asked for. */
function withStudy(parts: readonly Part[], { settings, asyncTasks }: PlanChoice): Part[] {
  if (settings === undefined && asyncTasks === undefined) return [...parts]
  const chosen = {
    ...(settings && ({ settings, oneProcess: true } as const)),
    ...(asyncTasks !== undefined && { asyncTasks }),
  }
  return parts.map((part) => ({ ...part, study: { ...part.study, ...chosen } }))
}

function partsOf(choice: PlanChoice, engines: readonly string[]): Part[] {
  if (choice.study !== undefined) return studyPartsOf(choice.study, choice, engines)
  return choice.full ? narrowedFullParts(choice) : selectedParts(choice)
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
  const parts = withStudy(partsOf(choice, engines), choice)
  if (parts.length === 0) {
    const name = choice.full ? '--full' : 'the study'
    throw new RowrateError(
      'USAGE',
      `${name} runs nothing of that; leave ${name} or the options that narrow it out`,
    )
  }
  const twin = engines.includes(referenceEngine) ? referenceEngine : engines[0]
  const takesPart = (name: string) => parts.some((part) => part.engines?.includes(name) ?? true)
  return {
    preset,
    engines: engines.filter(takesPart),
    ...(preset === 'full' && { twin }),
    parts,
    canary: preset !== 'quick',
    // The experiments compare times; what is sent and synced, the study counts.
    audit: preset !== 'quick' && preset !== 'experiments',
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
  const { filter, iterations, batchSize, seed, study, ...parts } = choice
  const changes = { iterations, batchSize, seed }
  const choosesParts = Object.values(parts).some((value) => value !== undefined)
  return {
    ...(choosesParts ? planSettings(choice, recorded.engines) : recorded),
    ...(study && { preset: presetOf(choice) }),
    engines: filter ? [...engines] : recorded.engines,
    workload: {
      ...recorded.workload,
      ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    },
  }
}

function partText(part: Part): string {
  const { tests: numbers, table, modes: names, journal, blocks, study = {} } = part
  return [
    `test ${numbers.join(',')} ${table} ${names.join(',')} ${journal}`,
    ...Object.entries(study).map(([name, value]) => `${name}=${value}`),
    ...(part.variant === undefined ? [] : [`'${part.variant}'`]),
    ...(part.engines ?? []),
    `${blocks} run${blocks === 1 ? '' : 's'}`,
  ].join(' ')
}

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
