import { describe, expect, it } from 'vitest'

import { durationText, predictMs, timeLeftMs } from '../src/plan/prediction.ts'
import { schedule } from '../src/plan/schedule.ts'
import { planSettings } from '../src/plan/settings.ts'

const forecastMs = (engines: string[], probeMs: number, canary: boolean) => {
  const plan = { ...planSettings({ mode: ['cold'] }, engines), canary }
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
