import type { QueryHandle } from '../native/addon.ts'
import { results } from '../native/results.ts'
import { NonUniqueResultError } from '../error/objectbox-error.ts'
import type { BoundEntity, StoreCore } from '../store/store-core.ts'
import type { CompiledQuery } from './compiled-query.ts'

const NON_UNIQUE_RESULT = 10_202

export interface Range {
  /** How many objects to leave out at the start. Default: 0. */
  readonly offset?: number | undefined
  /** How many objects at most; 0 finds none. Default: no limit. */
  readonly limit?: number | undefined
}

/** Runs native queries of one entity and reads their results. */
export class QueryRunner {
  readonly core: StoreCore
  readonly bound: BoundEntity

  constructor(core: StoreCore, bound: BoundEntity) {
    this.core = core
    this.bound = bound
  }

  find(query: QueryHandle, range: Range): unknown[] {
    const { offset, limit } = checkRange(range)
    if (limit === 0) return []
    const count = this.core.native.queryFind(query, offset, limit ?? 0)
    return this.#decode(count)
  }

  findFirst(query: QueryHandle, offset: number): unknown {
    if (offset > 0) return this.find(query, { offset, limit: 1 })[0] ?? null
    return this.#decodeOne(this.core.native.queryFindFirst(query))
  }

  findUnique(query: QueryHandle, range: Range): unknown {
    if (range.offset === undefined && range.limit === undefined) {
      return this.#decodeOne(this.core.native.queryFindUnique(query))
    }
    const found = this.find(query, range)
    if (found.length > 1) {
      throw new NonUniqueResultError(`the query found ${found.length} objects, not one`, {
        code: NON_UNIQUE_RESULT,
      })
    }
    return found[0] ?? null
  }

  findIds(query: QueryHandle, range: Range): number[] {
    const { offset, limit } = checkRange(range)
    if (limit === 0) return []
    const count = this.core.native.queryFindIds(query, offset, limit ?? 0, true)
    return results().takeNumbers(count)
  }

  count({ handle, isIndexedEquality }: CompiledQuery): number {
    const { native } = this.core
    return isIndexedEquality ? native.queryFindIds(handle, 0, 0, false) : native.queryCount(handle)
  }

  remove(query: QueryHandle, range: Range, removeMany: (ids: number[]) => number): number {
    const { offset, limit } = checkRange(range)
    if (offset === 0 && limit === undefined) return this.core.native.queryRemove(query)
    return removeMany(this.findIds(query, range))
  }

  findWithScores(query: QueryHandle, range: Range): { object: unknown; score: number }[] {
    const { offset, limit } = checkRange(range)
    if (limit === 0) return []
    const count = this.core.native.queryFindWithScores(query, offset, limit ?? 0)
    const objects = this.#decode(count)
    const { numbers } = results()
    return objects.map((object, index) => ({ object, score: numbers[index]! }))
  }

  findIdsWithScores(query: QueryHandle, range: Range): { id: number; score: number }[] {
    const { offset, limit } = checkRange(range)
    if (limit === 0) return []
    const count = this.core.native.queryFindIdsWithScores(query, offset, limit ?? 0)
    const numbers = results().takeNumbers(count * 2)
    return Array.from({ length: count }, (_, index) => ({
      id: numbers[index * 2]!,
      score: numbers[index * 2 + 1]!,
    }))
  }

  #decode(count: number): unknown[] {
    return results().decodeMany(this.bound.codec, count)
  }

  #decodeOne(isFound: boolean): unknown {
    return isFound ? this.bound.codec.decode(results().refresh().arena, 0) : null
  }
}

function checkRange({ offset = 0, limit }: Range): {
  readonly offset: number
  readonly limit: number | undefined
} {
  if (!Number.isSafeInteger(offset) || offset < 0) {
    throw new RangeError(`offset must be a whole number from 0, not ${offset}`)
  }
  if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 0)) {
    throw new RangeError(`limit must be a whole number from 0, not ${limit}`)
  }
  return { offset, limit }
}
