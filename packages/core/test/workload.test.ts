import { readFileSync } from 'node:fs'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { WorkloadOptions } from '../src/index.ts'
import {
  expectedLinks,
  expectedRows,
  getInputs,
  hash32,
  newJournals,
  newLevels,
  pageInputs,
  randomStream,
} from '../src/index.ts'
import { goldenWorkload } from './golden.ts'

const options: WorkloadOptions = {
  seed: 1,
  test: 1,
  table: 'default',
  iterations: 100,
  batchSize: 10_000,
  bulk: true,
}

describe('the workload', () => {
  it('is the golden one, which every language repeats', () => {
    const stored: unknown = JSON.parse(
      readFileSync(new URL('../golden/workload.json', import.meta.url), 'utf8'),
    )
    expect(goldenWorkload()).toEqual(stored)
  })

  it('hashes with FNV-1a, as its authors publish it', () => {
    expect(hash32('')).toBe(0x811c9dc5)
    expect(hash32('a')).toBe(0xe40c292c)
    expect(hash32('foobar')).toBe(0xbf9cf968)
  })

  it('draws every number of a range about equally often', () => {
    const random = randomStream(7, 'test')
    const counts = [0, 0, 0, 0, 0]
    for (let index = 0; index < 50_000; index += 1) counts[random(0, 4)]! += 1
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500)
  })

  it('gives each purpose a stream of its own', () => {
    const levelsOf = (code: 'A' | 'B') => newJournals(options, code).map(({ level }) => level)
    expect(levelsOf('A')).not.toEqual(levelsOf('B').slice(0, 100))
  })

  it('keeps offsets and ids in their ranges', () => {
    for (const { offset } of pageInputs(options, 'E')) {
      expect(offset).toBeGreaterThanOrEqual(0)
      expect(offset).toBeLessThanOrEqual(79)
    }
    const ids = getInputs(options)
    expect(ids).toHaveLength(200)
    expect(Math.min(...ids)).toBeGreaterThanOrEqual(1)
    expect(Math.max(...ids)).toBeLessThanOrEqual(99)
  })

  it('never updates a level to the value it has', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom('I' as const, 'J' as const), (seed, code) => {
        const rows = expectedRows({ ...options, seed, batchSize: 100 }, code === 'I' ? 'H' : 'I')
        newLevels({ ...options, seed }, code, rows).forEach((level, index) => {
          expect(level).not.toBe(rows[index]!.level)
        })
      }),
      { numRuns: 50 },
    )
  })
})

describe('the expected rows', () => {
  it('are 100 of A, B and C each after the trims, with the ids that all engines share', () => {
    expect(expectedRows(options, 'A').map(({ id }) => id)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    )
    expect(expectedRows(options, 'B', { trimmed: false })).toHaveLength(10_100)
    const rows = expectedRows(options, 'C')
    expect(rows).toHaveLength(300)
    expect(rows[100]).toMatchObject({ id: 101, text: 'Insert from B, item 0' })
    expect(rows[200]).toMatchObject({ id: 201, text: 'Insert from C, item 0' })
  })

  it('are not trimmed in the large table', () => {
    expect(expectedRows({ ...options, table: 'large' }, 'H')).toHaveLength(20_100)
  })

  it('lack the rows of C where the engine has no bulk insert', () => {
    expect(expectedRows({ ...options, bulk: false }, 'H')).toHaveLength(200)
  })

  it('are updated by I and J only, and gone after K', () => {
    const before = expectedRows(options, 'N')
    expect(before).toEqual(expectedRows(options, 'C'))
    expect(expectedRows(options, 'I')[0]!.text).toBe(`${before[0]!.text} Update`)
    expect(expectedRows(options, 'J')[0]!.text).toBe(`${before[0]!.text} Update`)
    expect(expectedRows(options, 'K')).toEqual([])
  })

  it('are linked by rank', () => {
    const links = expectedLinks([{ id: 5 }, { id: 6 }, { id: 9 }, { id: 12 }])
    expect(links).toEqual([
      { id: 5, parent: null, related: [6, 9, 12] },
      { id: 6, parent: 5, related: [9, 12, 5] },
      { id: 9, parent: 5, related: [12, 5, 6] },
      { id: 12, parent: 6, related: [5, 6, 9] },
    ])
  })
})
