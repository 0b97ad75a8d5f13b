import { newJournals, type NewJournal } from '@rowrate/core'
import { date, entity, id, int16, string, type InferEntity } from '../../src/index.ts'

/** The entity of the first test of Rowrate. */
export const Journal = entity('Journal', {
  id: id(),
  timestamp: date(),
  level: int16().index(),
  text: string().index('hash'),
})
export type Journal = InferEntity<typeof Journal>

export const JOURNAL_COUNT = 10_000
export const LARGE_COUNT = 20_000
export const NOTE_COUNT = 1_000
export const LEVELS = [10, 20, 30, 40, 50] as const
export const PAGE_SIZE = 20
export const SEED = 1

/** The values that Rowrate's own bulk insert writes. */
function journalValues(count: number): NewJournal[] {
  const options = { seed: SEED, test: 1, table: 'default', iterations: count, bulk: true } as const
  return newJournals({ ...options, batchSize: count }, 'C')
}

/** With the ids that they have in a store filled once. */
export function storedJournals(count: number): Journal[] {
  return journalValues(count).map(({ timestamp, level, text }, index) => ({
    id: index + 1,
    timestamp,
    level,
    text,
  }))
}

/** Another version of an object. */
export type Change = (journal: Journal) => Journal

export const changedText: Change = (journal) => ({ ...journal, text: `${journal.text}, changed` })

export const changedBoth: Change = (journal) => ({
  ...changedText(journal),
  level: (journal.level % 50) + 10,
})

export interface Foldable {
  readonly timestamp: Date
  readonly level: number
  readonly text: string
}

/** What all contenders fold an object into, to prove that they read or left the same ones. */
export function fold({ timestamp, level, text }: Foldable): number {
  const last = text.length === 0 ? 0 : text.charCodeAt(text.length - 1)
  return (timestamp.getTime() % 100_000) + level + text.length * 7 + last
}

export function foldAll(journals: readonly Foldable[]): number {
  let sum = 0
  for (const journal of journals) sum += fold(journal)
  return sum
}
