import { openStore, type Box, type Query } from '../../src/index.ts'
import { readNumbers, readPages, type Page } from './inputs.ts'
import {
  changedBoth,
  changedText,
  foldAll,
  Journal,
  JOURNAL_COUNT,
  LEVELS,
  PAGE_SIZE,
  storedJournals,
  type Change,
} from './journal.ts'
import type { MeasuredWork } from './measure.ts'
import {
  checkOfCounts,
  checkOfFinds,
  checkOfGets,
  checkOfPages,
  OPENS,
  roundOfCounts,
  roundOfFinds,
  roundOfGets,
  roundOfPages,
} from './rounds.ts'

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

/** Two versions of all objects take turns. */
const updateWith =
  (change: Change) =>
  (place: Place): MeasuredWork => {
    const { box, close } = openJournals(place)
    const journals = storedJournals(JOURNAL_COUNT)
    const changedJournals = journals.map(change)
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
  update: updateWith(changedText),
  'update-both': updateWith(changedBoth),
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
