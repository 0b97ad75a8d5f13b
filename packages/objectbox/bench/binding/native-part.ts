import { writeQuery } from '../../src/query/compiled-query.ts'
import { toCondition } from '../../src/query/where.ts'
import { results } from '../../src/native/results.ts'
import { readNumbers } from './inputs.ts'
import { foldAll, Journal, LEVELS, type Foldable } from './journal.ts'
import type { MeasuredWork } from './measure.ts'
import { openJournals, type Place } from './node-works.ts'
import { checkOfGets, roundOfGets } from './rounds.ts'

/*
 * The calls of the addon that `get` and `find` make, without reading the objects that they copy
 * into the memory of the results: what of the time is the native side's.
 */

function get(place: Place): MeasuredWork {
  const { box, close } = openJournals(place)
  const { native } = box.core
  const { box: handle, codec } = box.bound
  const ids = readNumbers(place.inputs, 'ids.bin')
  const copy = (id: number) => native.boxGet(handle, id, 0)
  const read = (id: number): Foldable => {
    copy(id)
    return codec.decode(results().refresh().arena, 0) as Journal
  }
  return {
    round: () => roundOfGets(ids, copy),
    check: () => checkOfGets(ids, read),
    close,
  }
}

function find(place: Place): MeasuredWork {
  const { box, close } = openJournals(place)
  const { core, bound } = box
  const { native } = core
  const queries = LEVELS.map((level) => {
    const condition = toCondition(Journal, (journal) => journal.level.equals(level))
    const { bytes } = writeQuery(core, bound, condition, undefined)
    return native.queryBuild(core.handle, bound.resolved.id, bytes)
  })
  const read = (count: number) => results().decodeMany(bound.codec, count) as Foldable[]
  return {
    round: () => {
      let rows = 0
      for (const query of [...queries, ...queries]) rows += native.queryFind(query, 0, 0)
      return rows
    },
    check: () =>
      queries.reduce((sum, query) => sum + foldAll(read(native.queryFind(query, 0, 0))), 0),
    close,
  }
}

export const nativePartWorks: Readonly<Record<string, (place: Place) => MeasuredWork>> = {
  get,
  find,
  'find-large': find,
}
