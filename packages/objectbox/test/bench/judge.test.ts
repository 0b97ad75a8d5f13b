import { describe, expect, it } from 'vitest'
import { requireSameWork, type Sample } from '../../bench/binding/contender.ts'
import { isAllReached, judge } from '../../bench/binding/judge.ts'
import { report } from '../../bench/binding/report.ts'
import { contendersOf, works, type Contender } from '../../bench/binding/works.ts'

const update = works.find(({ name }) => name === 'update')!

const sample = (contender: Contender, block: number, rowsPerSecond: number): Sample => ({
  work: 'update',
  contender,
  block,
  rowsPerSecond,
  fastestRowsPerSecond: rowsPerSecond,
  roundsNs: [1e9 / rowsPerSecond],
  rows: 1,
  check: 7,
})

/** Five blocks in which a contender has these rates. */
const blocks = (contender: Contender, rates: readonly number[]): Sample[] =>
  rates.map((rate, block) => sample(contender, block, rate))

const c = blocks('c', [100, 200, 100, 200, 100])
const sqlite = blocks('sqlite', [150, 300, 150, 300, 150])

describe('the judgement of the binding', () => {
  it('is the median of the ratios of pairs, whatever the machine did between blocks', () => {
    const node = blocks('node', [90, 180, 90, 180, 90])
    const { againstC } = judge([update], [...c, ...node])
    expect(againstC).toHaveLength(1)
    expect(againstC[0]?.ratio).toBeCloseTo(0.9)
    expect(againstC[0]).toMatchObject({ bound: 0.85, isReached: true })
  })

  it('is not reached when the whole interval lies below the bound', () => {
    const node = blocks('node', [80, 162, 81, 160, 79])
    const judgement = judge([update], [...c, ...node])
    expect(isAllReached(judgement)).toBe(false)
    expect(report([update], judgement)).toContain('NOT REACHED:\n  update (as objects against C)')
  })

  it('is reached when only the upper end of the interval is', () => {
    const node = blocks('node', [70, 180, 75, 170, 88])
    const judgement = judge([update], [...c, ...node])
    expect(judgement.againstC[0]?.low).toBeLessThan(0.85)
    expect(isAllReached(judgement)).toBe(true)
    expect(report([update], judgement)).toContain('All bounds are reached.')
  })

  it('tells whether it is behind SQLite because the library is', () => {
    const node = blocks('node', [90, 180, 90, 180, 90])
    const text = report([update], judge([update], [...c, ...node, ...sqlite]))
    expect(text).toContain('behind, as the C program is')
    const fast = blocks('sqlite', [95, 190, 95, 190, 95])
    expect(report([update], judge([update], [...c, ...node, ...fast]))).toContain(
      'behind, by the binding',
    )
  })

  it('compares with the Python binding where there is a bound', () => {
    const node = blocks('node', [90, 180, 90, 180, 90])
    const python = blocks('python', [45, 90, 45, 90, 45])
    const judgement = judge([update], [...c, ...node, ...python])
    expect(judgement.againstPython[0]?.ratio).toBeCloseTo(2)
    expect(isAllReached(judgement)).toBe(false)
  })
})

describe('the contenders of a work', () => {
  it('have C and Node beside each other, so that pairs lie close together', () => {
    for (const work of works) {
      const contenders = contendersOf(work)
      expect(contenders.indexOf('node') - contenders.indexOf('c')).toBe(1)
    }
  })

  it('must have done the same work', () => {
    expect(() => requireSameWork([...c, ...sqlite])).not.toThrow()
    const odd = { ...sample('sqlite', 0, 100), check: 8 }
    expect(() => requireSameWork([...c, odd])).toThrow('sqlite handled 1 rows with the check 8')
  })
})
