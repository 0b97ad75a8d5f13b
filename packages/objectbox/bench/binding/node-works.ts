import { openStore, type Box, type Query } from '../../src/index.ts'
import { readNumbers, readPages, type Page } from './inputs.ts'
import {
  changed,
  fold,
  foldAll,
  Journal,
  JOURNAL_COUNT,
  LEVELS,
  PAGE_SIZE,
  storedJournals,
  type Foldable,
} from './journal.ts'
import type { MeasuredWork } from './measure.ts'

export interface Place {
  readonly store: string
  readonly inputs: string
}

export interface Opened {
  readonly box: Box<typeof Journal>
  readonly close: () => void
}

export function openJournals({ store: directory }: Place): Opened {
  const store = openStore({ directory, entities: [Journal], modelSync: 'skip' })
  return { box: store.box(Journal), close: () => store.close() }
}

/** The last result: where it is kept, no compiler can leave the work out. */
export const kept: { result?: unknown } = {}

function put(place: Place): MeasuredWork {
  const { box, close } = openJournals(place)
  let journals: Journal[] = []
  return {
    before: () => {
      box.removeAll()
      journals = storedJournals(JOURNAL_COUNT)
      for (const journal of journals) journal.id = 0
    },
    round: () => box.putMany(journals).length,
    check: () => foldAll(box.all()),
    close,
  }
}

function putWithIds(place: Place): MeasuredWork {
  const { box, close } = openJournals(place)
  const journals = storedJournals(JOURNAL_COUNT)
  return {
    before: () => box.removeAll(),
    round: () => box.putMany(journals).length,
    check: () => foldAll(box.all()),
    close,
  }
}

function update(place: Place): MeasuredWork {
  const { box, close } = openJournals(place)
  const journals = storedJournals(JOURNAL_COUNT)
  const changedJournals = journals.map(changed)
  return {
    round: (round) => box.updateMany(round % 2 === 0 ? changedJournals : journals).length,
    check: () => foldAll(box.all()),
    close,
  }
}

function remove(place: Place): MeasuredWork {
  const { box, close } = openJournals(place)
  const journals = storedJournals(JOURNAL_COUNT)
  const ids = journals.map(({ id }) => id)
  return {
    before: (round) => round > 0 && box.putMany(journals),
    round: () => box.removeMany(ids),
    check: () => box.count(),
    close,
  }
}

const GETS_PER_CALL = 500

/**
 * Reads each id. The loop runs in short calls, as an application's would: one that is entered once
 * a round would be compiled anew in each.
 */
export function roundOfGets(ids: readonly number[], get: (id: number) => unknown): number {
  const getSome = (start: number, end: number) => {
    let found: unknown
    for (let i = start; i < end; i++) found = get(ids[i]!)
    kept.result = found
  }
  for (let start = 0; start < ids.length; start += GETS_PER_CALL) {
    getSome(start, start + GETS_PER_CALL)
  }
  return ids.length
}

export function checkOfGets(ids: readonly number[], get: (id: number) => Foldable): number {
  return ids.reduce((sum, id) => sum + fold(get(id)), 0)
}

function get(place: Place): MeasuredWork {
  const { box, close } = openJournals(place)
  const ids = readNumbers(place.inputs, 'ids.bin')
  const read = (id: number) => box.get(id)!
  return {
    round: () => roundOfGets(ids, read),
    check: () => checkOfGets(ids, read),
    close,
  }
}

/** Reads every level twice. */
export function roundOfFinds(find: (level: number) => readonly unknown[]): number {
  let rows = 0
  for (const level of [...LEVELS, ...LEVELS]) {
    const found = find(level)
    kept.result = found
    rows += found.length
  }
  return rows
}

export function checkOfFinds(find: (level: number) => readonly Foldable[]): number {
  return LEVELS.reduce((sum, level) => sum + foldAll(find(level)), 0)
}

function builtQueries(box: Box<typeof Journal>): Map<number, Query<typeof Journal>> {
  return new Map(
    LEVELS.map((level) => [level, box.query((journal) => journal.level.equals(level)).build()]),
  )
}

function find(place: Place): MeasuredWork {
  const { box, close } = openJournals(place)
  const queries = builtQueries(box)
  const findLevel = (level: number) => queries.get(level)!.find()
  return {
    round: () => roundOfFinds(findLevel),
    check: () => checkOfFinds(findLevel),
    close,
  }
}

/** Without a query that the caller keeps. */
function findAtOnce(place: Place): MeasuredWork {
  const { box, close } = openJournals(place)
  const findLevel = (level: number) => box.find((journal) => journal.level.equals(level))
  return {
    round: () => roundOfFinds(findLevel),
    check: () => checkOfFinds(findLevel),
    close,
  }
}

const COUNTS = Array.from({ length: 20 }, () => LEVELS).flat()

/** Counts every level twenty times; a row is a count. */
export function roundOfCounts(count: (level: number) => number): number {
  for (const level of COUNTS) kept.result = count(level)
  return COUNTS.length
}

export function checkOfCounts(count: (level: number) => number): number {
  return LEVELS.reduce((sum, level, index) => sum + (index + 1) * count(level), 0)
}

function count(place: Place): MeasuredWork {
  const { box, close } = openJournals(place)
  const queries = builtQueries(box)
  const countLevel = (level: number) => queries.get(level)!.count()
  return {
    round: () => roundOfCounts(countLevel),
    check: () => checkOfCounts(countLevel),
    close,
  }
}

function countAtOnce(place: Place): MeasuredWork {
  const { box, close } = openJournals(place)
  const countLevel = (level: number) => box.count((journal) => journal.level.equals(level))
  return {
    round: () => roundOfCounts(countLevel),
    check: () => checkOfCounts(countLevel),
    close,
  }
}

export function roundOfPages(
  pages: readonly Page[],
  findPage: (page: Page) => readonly unknown[],
): number {
  let rows = 0
  for (const page of pages) {
    const found = findPage(page)
    kept.result = found
    rows += found.length
  }
  return rows
}

export function checkOfPages(
  pages: readonly Page[],
  findPage: (page: Page) => readonly Foldable[],
): number {
  return pages.reduce((sum, page) => sum + foldAll(findPage(page)), 0)
}

function page(place: Place): MeasuredWork {
  const { box, close } = openJournals(place)
  const queries = builtQueries(box)
  const pages = readPages(place.inputs)
  const findPage = ({ level, offset }: Page) =>
    queries.get(level)!.find({ offset, limit: PAGE_SIZE })
  return {
    round: () => roundOfPages(pages, findPage),
    check: () => checkOfPages(pages, findPage),
    close,
  }
}

function pageAtOnce(place: Place): MeasuredWork {
  const { box, close } = openJournals(place)
  const pages = readPages(place.inputs)
  const findPage = ({ level, offset }: Page) =>
    box.find((journal) => journal.level.equals(level), { offset, limit: PAGE_SIZE })
  return {
    round: () => roundOfPages(pages, findPage),
    check: () => checkOfPages(pages, findPage),
    close,
  }
}

export const OPENS = 50

function open(place: Place): MeasuredWork {
  const directory = place.store
  let stored = 0
  return {
    round: () => {
      for (let i = 0; i < OPENS; i++) {
        using store = openStore({ directory, entities: [Journal], modelSync: 'skip' })
        stored = store.box(Journal).count()
      }
      return OPENS
    },
    check: () => stored,
    close: () => undefined,
  }
}

export const nodeWorks: Readonly<Record<string, (place: Place) => MeasuredWork>> = {
  put,
  'put-with-ids': putWithIds,
  update,
  remove,
  get,
  find,
  'find-large': find,
  count,
  page,
  open,
  'find at once': findAtOnce,
  'find-large at once': findAtOnce,
  'count at once': countAtOnce,
  'page at once': pageAtOnce,
}
