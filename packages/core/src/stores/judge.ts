import { RowrateError } from '../error.ts'
import type { Settings } from '../engine.ts'
import type { AnyStoreEngine, StoredNote } from './engine.ts'
import type { Note } from './notes.ts'
import type { StoreQuery } from './steps.ts'

const mismatch = (message: string) => new RowrateError('RESULT_MISMATCH', message)

const shown = (value: unknown): string => {
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? `${each}n` : each,
  )
  return text === undefined ? 'undefined' : text.slice(0, 120)
}

const isInt64 = (found: unknown, expected: number) =>
  (typeof found === 'number' || typeof found === 'bigint') && Number(found) === expected

/** Throws RESULT_MISMATCH unless it is note `id` of the store. */
export function judgeNote(
  found: StoredNote | null | undefined,
  id: number,
  expected: Note,
): undefined {
  const isRight =
    found && isInt64(found.id, id) && isInt64(found.ts, expected.ts) && found.text === expected.text
  if (!isRight) {
    throw mismatch(`note ${id}: expected ${shown({ id, ...expected })}, found ${shown(found)}`)
  }
}

/** Throws RESULT_MISMATCH unless they are all notes of the store, each once, in any order. */
export function judgeNotes(found: readonly StoredNote[], notes: readonly Note[]): undefined {
  if (found.length !== notes.length) {
    throw mismatch(`expected ${notes.length} notes, found ${found.length}`)
  }
  const byId = new Map(found.map((note) => [Number(note.id), note]))
  notes.forEach((note, index) => judgeNote(byId.get(index + 1), index + 1, note))
}

/** Throws RESULT_MISMATCH unless the answer is this number. */
export function judgeCount(answer: unknown, count: number): undefined {
  if (!isInt64(answer, count)) throw mismatch(`expected ${count} notes, found ${shown(answer)}`)
}

/** Throws RESULT_MISMATCH where a timed query gave another answer than the generator's notes make it. */
export function judgeAnswer(
  query: StoreQuery,
  answer: unknown,
  expected: { readonly count: number; readonly id: number; readonly note: () => Note },
): undefined {
  const { count, id, note } = expected
  if (query === 'get') return judgeNote(answer as StoredNote, id, note())
  return judgeCount(query === 'count' ? answer : (answer as readonly unknown[]).length, count)
}

const full = 2

/** Refuses stores that do not sync each commit. Throws NOT_DURABLE. */
export function judgeStoreSettings(
  { name, journal }: Pick<AnyStoreEngine, 'name' | 'journal'>,
  settings: readonly Settings[],
): undefined {
  if (journal === undefined) return
  const wrong =
    settings.length === 0 ||
    settings.some((each) => Number(each['synchronous']) < full || each['journal_mode'] !== journal)
  if (!wrong) return
  throw new RowrateError(
    'NOT_DURABLE',
    `${name}: every store must read back synchronous FULL (2) and journal_mode ${journal}; found ${JSON.stringify(settings)}`,
  )
}
