import * as fc from 'fast-check'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { describe, expect, it } from 'vitest'
import {
  type EngineSeries,
  type OperationComparison,
  type PairComparison,
  compareOperation,
} from '../src/statistics/index.ts'

/** Five runs around a speed, each engine with its own small pattern of noise. */
function engine(name: string, speed: number, noise = [0, 1, -1, 2, -2]): EngineSeries {
  return { engine: name, values: noise.map((percent) => speed * (1 + percent / 100)) }
}

const SHIFTED = [1, -1, 2, -2, 0]
const OTHER = [-2, 0, 1, -1, 2]

function groupsOf({ ranking }: OperationComparison): [number, ...string[]][] {
  return ranking.groups.map(({ rank, engines }) => [rank, ...engines])
}

function comparison(of: OperationComparison, one: string, other: string): PairComparison {
  const found = of.comparisons.find(
    ({ subject, reference }) => subject === one && reference === other,
  )
  if (found === undefined) throw new Error(`${one} was not compared with ${other}`)
  return found
}

/** Rising values in the blocks marked x, none in the others. */
function gapped(first: number, marks: string): (number | null)[] {
  return Array.from(marks, (mark, block) => (mark === 'x' ? first + block : null))
}

/** Groups and verdicts, without the numbers. */
function judgementOf(engines: readonly EngineSeries[]): unknown {
  const result = compareOperation({ engines, reference: 'engine-0' })
  const verdicts = result.comparisons.map((pair) => [pair.subject, pair.verdict.kind])
  return [groupsOf(result), result.ranking.unranked, verdicts]
}

describe('compareOperation', () => {
  const engines = [
    engine('slow', 100),
    engine('fast', 1000),
    engine('twinlike', 990, SHIFTED),
    engine('middle', 400, OTHER),
  ]

  it('sorts by median and puts engines that are not told apart into one rank', () => {
    const result = compareOperation({ engines, reference: 'middle' })
    expect(result.engines.map((one) => one.engine)).toEqual(['fast', 'twinlike', 'middle', 'slow'])
    expect(groupsOf(result)).toEqual([
      [1, 'fast', 'twinlike'],
      [3, 'middle'],
      [4, 'slow'],
    ])
  })

  it('tests each engine against the reference and each against the next, once', () => {
    const { comparisons } = compareOperation({ engines, reference: 'middle' })
    expect(comparisons.map((pair) => [pair.subject, pair.reference, ...pair.roles])).toEqual([
      ['fast', 'middle', 'reference'],
      ['twinlike', 'middle', 'reference', 'neighbour'],
      ['slow', 'middle', 'reference', 'neighbour'],
      ['fast', 'twinlike', 'neighbour'],
    ])
    const kinds = comparisons.map(({ verdict }) => verdict.kind)
    expect(kinds).toEqual(['faster', 'faster', 'slower', 'undecided'])
  })

  it('separates an engine from the head of a group even where each step between them is small', () => {
    const tight = [0, 0.1, -0.1, 0.2, -0.2]
    const steps = [
      engine('head', 100, tight),
      engine('near', 97.5, tight.toReversed()),
      engine('far', 95.2, tight),
      engine('level', 95.1, tight.toReversed()),
    ]
    const result = compareOperation({ engines: steps, reference: null })
    expect(result.comparisons.map(({ verdict }) => verdict.kind)).toEqual(['same', 'same', 'same'])
    expect(groupsOf(result)).toEqual([
      [1, 'head', 'near'],
      [3, 'far', 'level'],
    ])
  })

  it('tests only neighbours without a reference', () => {
    const { comparisons } = compareOperation({ engines, reference: null })
    expect(comparisons.map(({ subject }) => subject)).toEqual(['fast', 'twinlike', 'middle'])
  })

  it('corrects the verdicts for the number of tests', () => {
    const near = [engine('a', 106), engine('reference', 100, [1.5, -1.5, 0.5, 1, -2])]
    const alone = compareOperation({ engines: near, reference: 'reference' })
    expect(comparison(alone, 'a', 'reference').verdict.kind).toBe('faster')

    const crowd = Array.from({ length: 40 }, (_, index) =>
      engine(`crowd-${index}`, 99.9 - index / 100, [2, -2, 0, 1, -1]),
    )
    const crowded = compareOperation({ engines: [...near, ...crowd], reference: 'reference' })
    const pair = comparison(crowded, 'a', 'reference')
    expect(pair.estimate).toEqual(comparison(alone, 'a', 'reference').estimate)
    expect(pair.adjustedPValue).toBeGreaterThan(0.05)
    expect(pair.verdict.kind).toBe('undecided')
  })

  it('takes the noise floor from the twin', () => {
    const pair = [engine('a', 112), engine('reference', 100)]
    const quiet = compareOperation({ engines: pair, reference: 'reference' })
    expect([quiet.twin, quiet.noiseFloor, quiet.threshold]).toEqual([null, null, 0.03])
    expect(comparison(quiet, 'a', 'reference').verdict.kind).toBe('faster')

    const twin = engine('reference', 106, [6, -8, 4, 0, -6]).values
    const loud = compareOperation({ engines: pair, reference: 'reference', twin })
    expect(loud.noiseFloor).toBeCloseTo((loud.twin?.high ?? 0) - 1, 12)
    expect(loud.threshold).toBeGreaterThan(0.12)
    expect(comparison(loud, 'a', 'reference').verdict.kind).not.toBe('faster')
    expect(groupsOf(loud)).toEqual([[1, 'a', 'reference']])
  })

  it('lets a noisy engine neither head a tie nor extend one', () => {
    const noisy = { engine: 'noisy', values: [800, 1300, 1050, 1900, 700] }
    const result = compareOperation({
      engines: [noisy, engine('first', 1000), engine('second', 600)],
      reference: 'first',
    })
    expect(result.engines[0]?.engine).toBe('noisy')
    expect(groupsOf(result)).toEqual([
      [1, 'first'],
      [2, 'second'],
    ])
    expect(result.ranking.unranked).toEqual([{ engine: 'noisy', reason: 'noisy' }])
    expect(comparison(result, 'noisy', 'first').verdict.kind).toBe('undecided')
  })

  it('says nothing but medians of fewer than three runs', () => {
    const result = compareOperation({
      engines: [
        { engine: 'a', values: [10, 11] },
        { engine: 'b', values: [5, 6] },
      ],
      reference: 'a',
    })
    expect(result.engines.map(({ summary }) => summary.median)).toEqual([10.5, 5.5])
    expect(result.comparisons).toEqual([])
    expect(result.ranking.groups).toEqual([])
    expect(result.ranking.unranked.map(({ reason }) => reason)).toEqual([
      'too few runs',
      'too few runs',
    ])
  })

  it('ranks durations with the shortest first', () => {
    const result = compareOperation({ engines, reference: 'middle', better: 'lower' })
    expect(groupsOf(result)[0]).toEqual([1, 'slow'])
    expect(comparison(result, 'slow', 'middle').verdict.kind).toBe('faster')
  })

  it('compares ranges where two engines share too few blocks', () => {
    const early = { engine: 'early', values: gapped(100, 'xxx---') }
    const overlapping = { engine: 'overlapping', values: gapped(96, '---xxx') }
    const apart = { engine: 'apart', values: gapped(50, '---xxx') }
    const groups = (other: EngineSeries): unknown =>
      groupsOf(compareOperation({ engines: [early, other], reference: 'early' }))
    expect(groups(overlapping)).toEqual([[1, 'early', 'overlapping']])
    expect(groups(apart)).toEqual([
      [1, 'early'],
      [2, 'apart'],
    ])
  })

  it('leaves an engine without any value out', () => {
    const failed = { engine: 'failed', values: [null, null, null, null, null] }
    const result = compareOperation({ engines: [failed, engine('works', 10)], reference: 'failed' })
    expect(result.engines.map((one) => one.engine)).toEqual(['works'])
    expect(result.comparisons).toEqual([])
  })

  it('refuses a reference that is not there and a name given twice', () => {
    expect(() => compareOperation({ engines, reference: 'absent' })).toThrow('absent')
    const twice = [engine('a', 1), engine('a', 2)]
    expect(() => compareOperation({ engines: twice, reference: null })).toThrow('a is named twice')
  })

  it('calls a difference between equal engines in no more than five of a hundred operations', () => {
    const generator = xoroshiro128plus(20_261_202)
    const noise = (): number => Math.exp(0.3 * (uniformFloat64(generator) - 0.5))
    const trials = 300
    const operations = Array.from({ length: trials }, () =>
      compareOperation({
        engines: Array.from({ length: 10 }, (_, index) => ({
          engine: `engine-${index}`,
          values: Array.from({ length: 5 }, noise),
        })),
        reference: 'engine-0',
      }),
    )
    const wrongVerdicts = operations.filter(({ comparisons }) =>
      comparisons.some(({ verdict }) => verdict.kind === 'faster' || verdict.kind === 'slower'),
    ).length
    const wrongRanks = operations.filter(({ ranking }) => ranking.groups.length > 1).length
    // 5 % and two standard errors.
    expect(wrongVerdicts / trials).toBeLessThan(0.075)
    expect(wrongRanks / trials).toBeLessThan(0.075)
  })

  it('gives the same answer whatever the order of engines and blocks, and in any unit', () => {
    const value = fc.double({ min: 50, max: 200, noNaN: true })
    const five = fc.tuple(value, value, value, value, value)
    fc.assert(
      fc.property(fc.array(five, { minLength: 2, maxLength: 8 }), (table) => {
        const original = table.map((values, index) => ({ engine: `engine-${index}`, values }))
        const mixed = original.toReversed().map((one) => ({
          engine: one.engine,
          values: one.values.toReversed().map((speed) => speed * 1024),
        }))
        expect(judgementOf(mixed)).toEqual(judgementOf(original))
      }),
    )
  })
})
