import type { Page } from './inputs.ts'
import { fold, foldAll, LEVELS, type Foldable } from './journal.ts'

/* The rounds of the works that read, and their checks, for every contender in Node.js. */

/** The last result: where it is kept, no compiler can leave the work out. */
const kept: { result?: unknown } = {}

const GETS_PER_CALL = 500

/**
 * Reads each id. The loop runs in short calls, as an application's would: one that is entered once
 * a round would be compiled anew in each.
 */
export function roundOfGets(ids: readonly number[], read: (id: number) => unknown): number {
  const getSome = (start: number, end: number) => {
    let found: unknown
    for (let i = start; i < end; i++) found = read(ids[i]!)
    kept.result = found
  }
  for (let start = 0; start < ids.length; start += GETS_PER_CALL) {
    getSome(start, start + GETS_PER_CALL)
  }
  return ids.length
}

export function checkOfGets(ids: readonly number[], read: (id: number) => Foldable): number {
  return ids.reduce((sum, id) => sum + fold(read(id)), 0)
}

/** Reads every level twice. */
export function roundOfFinds(findLevel: (level: number) => readonly unknown[]): number {
  let rows = 0
  for (const level of [...LEVELS, ...LEVELS]) {
    const found = findLevel(level)
    kept.result = found
    rows += found.length
  }
  return rows
}

export function checkOfFinds(findLevel: (level: number) => readonly Foldable[]): number {
  return LEVELS.reduce((sum, level) => sum + foldAll(findLevel(level)), 0)
}

const COUNTS = Array.from({ length: 20 }, () => LEVELS).flat()

/** Counts every level twenty times; a row is a count. */
export function roundOfCounts(countLevel: (level: number) => number): number {
  for (const level of COUNTS) kept.result = countLevel(level)
  return COUNTS.length
}

export function checkOfCounts(countLevel: (level: number) => number): number {
  return LEVELS.reduce((sum, level, index) => sum + (index + 1) * countLevel(level), 0)
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

export const OPENS = 200
