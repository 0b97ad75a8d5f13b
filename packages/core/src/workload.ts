import type { Id, Json, Model, NewJournal, Test, Value } from './model.ts'
import { models } from './model.ts'
import { randomStream } from './random.ts'

export type Table = 'default' | 'large'

/** Everything that decides which values are written and asked for. */
export interface WorkloadOptions {
  readonly seed: number
  readonly test: Test
  readonly table: Table
  /** Rows of A; half the look-ups of F. At least 21, the smallest that gives E an offset. */
  readonly iterations: number
  /** Rows of B and of C. */
  readonly batchSize: number
  /** False where the engine has no bulk insert: then C's rows are missing from everything after. */
  readonly bulk: boolean
}

export type StoredJournal = NewJournal & { readonly id: Id }

export const levels = [10, 20, 30, 40, 50] as const
export const rounds = 10
export const pageSize = 20
/** 2026-01-01T00:00:00Z; row n of a run is stamped n milliseconds later. */
export const startTimestampMs = 1_767_225_600_000

/** The default of every column that has one; the nullable ones stay NULL. Dates and references are not among them. */
function columnDefaults(model: Model): Readonly<Record<string, Value>> {
  const values: Record<string, Value> = {}
  for (const { name, default: value, nullable, type } of model.columns) {
    if (value !== undefined) values[name] = type === 'json' ? structuredClone(value as Json) : value
    else if (nullable && type !== 'reference') values[name] = null
  }
  return values
}

/** What A, B or C inserts, in order. */
export function newJournals(options: WorkloadOptions, code: 'A' | 'B' | 'C'): NewJournal[] {
  const { seed, test, iterations, batchSize } = options
  const random = randomStream(seed, test, code)
  const before = { A: 0, B: iterations, C: iterations + batchSize }[code]
  return Array.from({ length: code === 'A' ? iterations : batchSize }, (_, index) => ({
    timestamp: new Date(startTimestampMs + before + index),
    level: levels[random(0, levels.length - 1)]!,
    text: `Insert from ${code}, item ${index}`,
    ...columnDefaults(models[test]),
  }))
}

/** The levels that D, G and H ask for: 10 rounds, in order. */
export const filterInputs = (): number[] => Array.from({ length: rounds }, () => levels).flat()

export interface Page {
  readonly level: number
  readonly offset: number
  readonly limit: number
}

/** The pages that E, L and M ask for. */
export function pageInputs(options: WorkloadOptions, code: 'E' | 'L' | 'M'): Page[] {
  const random = randomStream(options.seed, options.test, code)
  return filterInputs().map((level) => ({
    level,
    offset: random(0, options.iterations - pageSize - 1),
    limit: pageSize,
  }))
}

/** The ids that F looks up: rows of A, with repetition. */
export function getInputs(options: WorkloadOptions): Id[] {
  const random = randomStream(options.seed, options.test, 'F')
  return Array.from({ length: 2 * options.iterations }, () => random(1, options.iterations - 1))
}

/** The new level of each row, by rank; it always differs from the old one, so that change tracking has a change to find. */
export function newLevels(
  options: WorkloadOptions,
  code: 'I' | 'J',
  rows: readonly { readonly level: number }[],
): number[] {
  const random = randomStream(options.seed, options.test, code)
  return rows.map(({ level }) => {
    const others = levels.filter((each) => each !== level)
    return others[random(0, others.length - 1)]!
  })
}

/** How many of the highest ids are deleted, untimed, after B and after C. */
export const trimCount = (options: WorkloadOptions): number =>
  options.table === 'large' ? 0 : options.batchSize - options.iterations
