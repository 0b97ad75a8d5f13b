import { describe, expect, it } from 'vitest'

import { questionsOf } from '../src/study/claims.ts'
import type { StudyFigures } from '../src/study/figures.ts'
import { codesOf, publishedFigures } from '../src/study/figures.ts'
import { judgeClaim, measure } from '../src/study/judgement.ts'
import { published } from '../src/study/published.ts'

const claimNamed = (name: string, operation?: string) =>
  published.claims.find((each) => each.claim === name && each.operation === operation)!

const bulk = claimNamed('Insert: Bulk / Insert: Batch, ObjectBox')
const get = claimNamed('ObjectBox / fastest SQL system, cold', 'Get')

/** ObjectBox's bulk insert as so many times its batch insert, on test 1 alone. */
const bulkTimes = (points: readonly number[]): StudyFigures => ({
  geometricMean: () => null,
  operation: (engine, { test }, code) => {
    if (engine !== 'objectbox-python' || test !== 1) return null
    const values = points.map((point) => (code === 'C' ? point : 1))
    return {
      median: values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!,
      points: values,
    }
  },
})

describe('the ratios of a claim', () => {
  it.each(
    published.claims.map((claim) => [`${claim.claim} ${claim.operation} ${claim.mode}`, claim]),
  )('have the published range in the published figures: %s', (_, claim) => {
    const ratios = questionsOf(claim).flatMap(
      (question) => measure(question, publishedFigures)?.ratio ?? [],
    )
    const { low, high, claim: name } = claim
    expect(ratios.length).toBeGreaterThan(0)
    // Two digits are printed, so the ends are met within 7 %.
    expect(Math.min(...ratios) / low).toBeGreaterThan(0.93)
    if (name.includes('fastest in every operation')) return
    expect(Math.min(...ratios) / low).toBeLessThan(1.07)
    expect(Math.max(...ratios) / high).toBeGreaterThan(0.93)
    expect(Math.max(...ratios) / high).toBeLessThan(1.07)
  })

  it('leave out a ratio to the fastest where one of the systems was not measured', () => {
    const [first] = questionsOf(get)
    const withoutOrmar: StudyFigures = {
      ...publishedFigures,
      operation: (engine, slice, code) =>
        engine === 'ormar' ? null : publishedFigures.operation(engine, slice, code),
    }
    expect(measure(first!, publishedFigures)?.ratio).toBeCloseTo(153_835 / 15_592)
    expect(measure(first!, withoutOrmar)).toBeNull()
  })

  it('know that SQLObject has no bulk insert', () => {
    expect(codesOf('sqlobject')).not.toContain('C')
    expect(codesOf('django')).toHaveLength(9)
  })
})

describe('judgeClaim', () => {
  it('finds every claim reproduced in the figures that it was made from', () => {
    const verdicts = published.claims.map((claim) => judgeClaim(claim, publishedFigures).verdict)
    expect(new Set(verdicts)).toEqual(new Set(['reproduced']))
  })

  it('allows a factor of 1.15 beyond the published range, and no more', () => {
    expect(judgeClaim(bulk, bulkTimes([1.3 * 1.14])).verdict).toBe('reproduced')
    expect(judgeClaim(bulk, bulkTimes([1.3 * 1.16])).verdict).toBe('not reproduced')
    expect(judgeClaim(bulk, bulkTimes([1.1 / 1.16])).verdict).toBe('not reproduced')
  })

  it('lets runs decide against a claim only where their interval lies outside too', () => {
    const steady = judgeClaim(bulk, bulkTimes([1.9, 2, 2.1]))
    expect(steady.verdict).toBe('not reproduced')
    expect(steady.ratios[0]!.interval!.low).toBeGreaterThan(1.3 * 1.15)
    expect(judgeClaim(bulk, bulkTimes([1, 2, 3])).verdict).toBe('not testable here')
  })

  it('says how many of the ratios were measured', () => {
    const { ratios, covered, inside } = judgeClaim(bulk, bulkTimes([1.2]))
    expect([ratios.length, covered, inside]).toEqual([1, 3, 1])
  })

  it('calls a claim not testable where nothing of it was measured', () => {
    const { verdict, ratios } = judgeClaim(get, bulkTimes([1.2]))
    expect([verdict, ratios]).toEqual(['not testable here', []])
  })
})
