import type { OperationCode, Part, StudyChoices } from '@rowrate/core'
import { rankedCodes, tests } from '@rowrate/core'

import { published } from './published.ts'

/** Which plan `pnpm bench study` runs. */
export type StudyPlan = 'suite' | 'quick' | 'experiments' | 'python'

/** The study's own systems, by their engines here. */
export const studySystems: readonly string[] = Object.values(published.engines)

/** The async systems had ten tasks in the study. */
export const studyTasks = 10

const ownSettings: StudyChoices = { settings: 'study' }
const tenTasks: StudyChoices = { ...ownSettings, asyncTasks: studyTasks }
/** And each ran in one process from its first operation to its last. */
const asPublished: StudyChoices = { ...tenTasks, oneProcess: true }

/** Only operations with published figures. */
const base = { journal: 'delete', operations: [...rankedCodes] } as const
const bothModes = ['cold', 'warm'] as const

const suitePart = (
  numbers: readonly (1 | 2 | 3)[],
  table: Part['table'],
  blocks: number,
  modes: Part['modes'] = [...bothModes],
): Part => ({
  tests: [...numbers],
  table,
  modes,
  blocks,
  journal: base.journal,
  operations: [...base.operations],
  study: asPublished,
})

/** One run of everything, and three of test 1. Last is what has the fewest published figures. */
const suite: readonly Part[] = [
  suitePart([1], 'default', 3),
  suitePart([2, 3], 'default', 1),
  suitePart(tests, 'large', 1, ['cold']),
  suitePart(tests, 'large', 1, ['warm']),
]

/** Two parts that differ in one thing only; each block runs the one, then the other. */
function variants(
  common: Pick<Part, 'tests' | 'engines' | 'operations' | 'blocks'> & Partial<Part>,
  differences: readonly (Partial<Part> & { readonly variant: string })[],
): Part[] {
  return differences.map((difference) => ({
    table: 'default',
    modes: ['cold'],
    journal: 'delete',
    study: ownSettings,
    ...common,
    ...difference,
  }))
}

export const parentIndexVariants = {
  without: 'no parent index',
  with: 'parent index',
} as const
export const batchVariants = { usual: 'batches as usual', small: 'batches of 100' } as const
export const taskVariants = {
  one: 'one task',
  ten: 'ten tasks',
  shared: 'ten tasks in one process',
} as const

export const syncVariants = { own: 'own syncs', slow: 'slow syncs' } as const
/** One sync in the study: Insert: Single took ObjectBox, which waits for one, 4.07 ms, and SQLite, which waits for four, 18.5 ms. */
export const publishedSyncMs = 4

const parentIndex = (common: Pick<Part, 'tests' | 'table' | 'blocks'>): Part[] =>
  variants({ ...common, engines: ['sqlalchemy'], operations: ['K'] }, [
    { variant: parentIndexVariants.without },
    { variant: parentIndexVariants.with, study: { ...ownSettings, parentIndex: true } },
  ])

const batches = (engines: string[], operations: OperationCode[], modes: Part['modes']): Part[] =>
  variants({ tests: [1], engines, operations, modes, blocks: 5 }, [
    { variant: batchVariants.usual },
    { variant: batchVariants.small, batchSize: 100 },
  ])

const asyncSystems = ['sqlalchemy-async', 'sqlmodel-async', 'piccolo', 'ormar']

/** Each shows what one published figure comes from. */
const experiments: readonly Part[] = [
  ...parentIndex({ tests: [1, 2], table: 'default', blocks: 5 }),
  ...parentIndex({ tests: [2], table: 'large', blocks: 3 }),
  ...batches(['objectbox-python'], ['B', 'C', 'I', 'J', 'K'], [...bothModes]),
  ...batches(['django', 'peewee', 'sqlalchemy'], ['B', 'C'], ['cold']),
  ...variants({ tests: [1], operations: ['B', 'C', 'D', 'F', 'I', 'J', 'K'], blocks: 3 }, [
    {
      variant: taskVariants.one,
      engines: ['sqlalchemy', 'sqlmodel', ...asyncSystems],
    },
    { variant: taskVariants.ten, engines: asyncSystems, study: tenTasks },
    { variant: taskVariants.shared, engines: asyncSystems, study: asPublished },
  ]),
  ...variants(
    { tests: [1], engines: [...studySystems], operations: ['A', 'I', 'J', 'K'], blocks: 3 },
    [
      { variant: syncVariants.own, study: asPublished },
      { variant: syncVariants.slow, study: asPublished, syncDelayUs: publishedSyncMs * 1000 },
    ],
  ),
]

export const pythonVariants = {
  own: 'own Python',
  other: (version: string) => `Python ${version}`,
} as const

/** All systems in the Python they are set up with, and in another; what waits for syncs would compare those. */
const pythons = (version: string): Part[] =>
  variants(
    { tests: [1], engines: [...studySystems], operations: ['B', 'C', 'D', 'E', 'F'], blocks: 3 },
    [
      { variant: pythonVariants.own, study: asPublished },
      { variant: pythonVariants.other(version), study: asPublished, python: version },
    ],
  )

/** The parts of a plan; `python` compares with a Python of that version. */
export function studyParts(plan: StudyPlan, python = ''): readonly Part[] {
  switch (plan) {
    case 'suite':
      return suite
    case 'quick':
      return [suitePart([1], 'default', 1)]
    case 'experiments':
      return experiments
    case 'python':
      return pythons(python)
  }
}
