import type { OperationCode } from '@rowrate/core'
import { describe, expect, it } from 'vitest'

import { durationText, predictMs, timeLeftMs } from '../src/plan/prediction.ts'
import { schedule } from '../src/plan/schedule.ts'
import type { PlanChoice } from '../src/plan/settings.ts'
import { planSettings } from '../src/plan/settings.ts'

const forecastMs = (
  engines: string[],
  probeMs: number,
  canary: boolean,
  choice: PlanChoice = { mode: ['cold'] },
) => {
  const plan = { ...planSettings(choice, engines), canary }
  const described = Object.fromEntries(
    engines.map((engine) => [engine, { entities: 'plain', lacks: {} } as const]),
  )
  return predictMs(
    schedule(plan, described),
    new Map(engines.map((engine) => [engine, probeMs])),
    plan,
  )
}

describe('predictMs', () => {
  it('counts what starting each engine took for each of its operations', () => {
    const difference = forecastMs(['a', 'b'], 700, false) - forecastMs(['a', 'b'], 200, false)
    expect(difference).toBe(2 * 11 * 500)
  })

  it('counts the canaries', () => {
    expect(forecastMs(['a'], 200, true)).toBeGreaterThan(forecastMs(['a'], 200, false))
  })

  it('counts the operations that a part leaves out but its own ones need', () => {
    const part = (codes: OperationCode[]) => {
      const plan = planSettings({ mode: ['cold'] }, ['a'])
      const parts = plan.parts.map((each) => ({ ...each, operations: codes }))
      const described = { a: { entities: 'plain', lacks: {} } as const }
      const narrowed = { ...plan, parts, canary: false }
      return predictMs(schedule(narrowed, described), new Map([['a', 200]]), narrowed)
    }
    expect(part(['K'])).toBe(part(['A', 'B', 'C', 'I', 'J', 'K']))
    expect(part(['A', 'D'])).toBe(part(['A']) + part(['A', 'B', 'C', 'D']))
  })

  it('knows that the study’s systems are slower than drivers, most of all on the large table', () => {
    const slowdown = (choice: PlanChoice) =>
      forecastMs(['a'], 0, false, { ...choice, settings: 'study' }) /
      forecastMs(['a'], 0, false, choice)
    expect(slowdown({ mode: ['cold'] })).toBeGreaterThan(1)
    expect(slowdown({ mode: ['cold'], large: 'only' })).toBeGreaterThan(
      slowdown({ mode: ['cold'] }),
    )
  })
})

describe('timeLeftMs', () => {
  it('is the forecast at the start', () => {
    expect(timeLeftMs({ totalMs: 60_000, doneMs: 0, elapsedMs: 0 })).toBe(60_000)
  })

  it('follows a machine that is slower than the forecast', () => {
    expect(timeLeftMs({ totalMs: 70_000, doneMs: 35_000, elapsedMs: 75_000 })).toBe(70_000)
  })

  it('is nothing once all is done', () => {
    expect(timeLeftMs({ totalMs: 10_000, doneMs: 10_000, elapsedMs: 30_000 })).toBe(0)
  })
})

describe('durationText', () => {
  it.each([
    [0, '0 s'],
    [59_400, '59 s'],
    [150_000, '3 min'],
    [4_800_000, '1 h 20 min'],
  ])('writes %i ms as %s', (durationMs, text) => {
    expect(durationText(durationMs)).toBe(text)
  })
})
