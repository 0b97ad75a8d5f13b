import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  OBJECT_OPERATIONS,
  type SeriesByOperation,
  geometricMeanRatio,
  ownGeometricMean,
  rankChangesByOperation,
} from '../src/statistics/index.ts'

// Fleming & Wallace 1986, table I: five benchmarks on the processors R, M and Z.
const PROGRAMS = ['E', 'F', 'H', 'I', 'K']
const PROCESSOR_R = oneRun([417, 83, 66, 39_449, 772])
const PROCESSOR_M = oneRun([244, 70, 153, 33_527, 368])
const PROCESSOR_Z = oneRun([134, 70, 135, 66_000, 369])

function oneRun(values: readonly number[]): SeriesByOperation {
  return Object.fromEntries(PROGRAMS.map((program, index) => [program, [values[index] ?? null]]))
}

/** All nine operations at one speed in each of the blocks. */
function uniform(...speeds: (number | null)[]): Record<string, (number | null)[]> {
  return Object.fromEntries(OBJECT_OPERATIONS.map((operation) => [operation, speeds]))
}

function ratio(subject: SeriesByOperation, reference: SeriesByOperation): number | null {
  return geometricMeanRatio({ subject, reference }, { operations: PROGRAMS }).ratioOfMedians
}

describe('geometricMeanRatio', () => {
  it('gives the normalized means of Fleming and Wallace, whatever the base', () => {
    expect(ratio(PROCESSOR_M, PROCESSOR_R)).toBeCloseTo(0.86, 2)
    expect(ratio(PROCESSOR_R, PROCESSOR_M)).toBeCloseTo(1.17, 2)
    expect(ratio(PROCESSOR_Z, PROCESSOR_M)).toBeCloseTo(0.99, 2)
  })

  it('goes over the operations that both have, and says which', () => {
    const subject = { ...uniform(200, 202, 198), C: [9e6, 9e6, 9e6] }
    const { C: absent, ...reference } = uniform(100, 100, 100)
    expect(absent).toBeDefined()
    const result = geometricMeanRatio({ subject, reference })
    expect(result.operations).toEqual(['A', 'B', 'D', 'E', 'F', 'I', 'J', 'K'])
    expect([result.total, result.isComplete]).toEqual([9, false])
    expect(result.ratioOfMedians).toBeCloseTo(2, 12)
    expect(result.estimate).toMatchObject({ blocks: 3, blocksAgreeing: 3 })
    expect(result.estimate?.low).toBeLessThan(2)
    expect(result.estimate?.high).toBeGreaterThan(2)
  })

  it('leaves blocks out in which an operation is missing', () => {
    const subject = { ...uniform(2, 2, 2, 2), A: [2, null, 2, 2] }
    const { estimate } = geometricMeanRatio({ subject, reference: uniform(1, 9, 1, 1) })
    expect(estimate).toMatchObject({ blocks: 3 })
    expect(estimate?.ratio).toBeCloseTo(2, 12)
  })

  it('gives no interval for fewer than three blocks', () => {
    const result = geometricMeanRatio({ subject: uniform(4, 4), reference: uniform(2, 2) })
    expect(result.ratioOfMedians).toBeCloseTo(2, 12)
    expect(result.estimate).toBeNull()
  })

  it('turns into its reciprocal when the two are swapped', () => {
    const speeds = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), {
      minLength: 5,
      maxLength: 5,
    })
    const engines = fc.array(speeds, { minLength: 18, maxLength: 18 })
    fc.assert(
      fc.property(engines, (table) => {
        const at = (start: number): SeriesByOperation =>
          Object.fromEntries(
            OBJECT_OPERATIONS.map((code, index) => [code, table[start + index] ?? []]),
          )
        const forth = geometricMeanRatio({ subject: at(0), reference: at(9) })
        const back = geometricMeanRatio({ subject: at(9), reference: at(0) })
        expect((forth.ratioOfMedians ?? 0) * (back.ratioOfMedians ?? 0)).toBeCloseTo(1, 9)
        expect((forth.estimate?.low ?? 0) * (back.estimate?.high ?? 0)).toBeCloseTo(1, 9)
      }),
    )
  })
})

describe('ownGeometricMean', () => {
  it('goes over the nine object operations and leaves G and H out', () => {
    const result = ownGeometricMean({ ...uniform(10, 12, 11), G: [1, 1, 1], H: [1, 1, 1] })
    expect(result.value).toBeCloseTo(11, 10)
    expect(result.operations).toEqual(OBJECT_OPERATIONS)
    expect(result.isComplete).toBe(true)
    expect(result.blocks?.range).toMatchObject({ confidence: 0.75 })
    expect(result.blocks?.range?.min).toBeCloseTo(10, 10)
    expect(result.blocks?.range?.max).toBeCloseTo(12, 10)
  })

  it('marks operations that are missing and never counts them as a value', () => {
    const result = ownGeometricMean({ ...uniform(100, 100, 100), C: [null, null, null] })
    expect(result.value).toBeCloseTo(100, 10)
    expect([result.operations.length, result.total, result.isComplete]).toEqual([8, 9, false])
  })

  it('gives no mean of less than half of the operations', () => {
    const four = { A: [1, 1, 1], B: [1, 1, 1], D: [1, 1, 1], E: [1, 1, 1] }
    expect(ownGeometricMean(four)).toMatchObject({ value: null, blocks: null })
    expect(ownGeometricMean({ ...four, F: [1, 1, 1] }).value).toBe(1)
    expect(ownGeometricMean(four, { quorum: 4 }).value).toBe(1)
    expect(ownGeometricMean({}, { quorum: 0 }).value).toBeNull()
  })

  it('does not overflow', () => {
    expect((ownGeometricMean(uniform(1e300)).value ?? 0) / 1e300).toBeCloseTo(1, 10)
  })

  it('refuses operations with different blocks', () => {
    expect(() => ownGeometricMean({ ...uniform(1, 2, 3), A: [1, 2] })).toThrow('same blocks')
  })
})

describe('rankChangesByOperation', () => {
  it('says where one operation alone makes the rank', () => {
    const engines = {
      steady: uniform(100),
      bulky: { ...uniform(90), C: [10_000] },
      last: uniform(10),
    }
    expect(rankChangesByOperation(engines)).toEqual([
      { leftOut: 'C', engine: 'steady', rank: 2, rankWithout: 1 },
      { leftOut: 'C', engine: 'bulky', rank: 1, rankWithout: 2 },
    ])
  })

  it('is empty where no operation matters', () => {
    expect(rankChangesByOperation({ fast: uniform(100), slow: uniform(50) })).toEqual([])
  })

  it('lets engines without all operations take no part', () => {
    const engines = {
      steady: uniform(100),
      partial: { ...uniform(90), C: [null] },
      other: uniform(80),
    }
    expect(rankChangesByOperation(engines)).toEqual([])
  })
})
