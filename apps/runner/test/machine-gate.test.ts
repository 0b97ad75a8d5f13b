import { describe, expect, it } from 'vitest'

import { pass } from '../src/machine/gate.ts'

/** A machine whose use is scripted second by second; the last value stays. */
function scripted(values: readonly number[], patienceMs: number, limit: number | undefined = 0.1) {
  let nowMs = 0
  return {
    read: () => values[Math.min(nowMs / 1000, values.length - 1)]!,
    limit,
    patienceMs,
    intervalMs: 1000,
    now: () => nowMs,
    sleep: async (durationMs: number) => {
      nowMs += durationMs
    },
  }
}

describe('pass', () => {
  it('never waits on a quiet machine', async () => {
    expect(await pass(scripted([0.02], 600_000))).toEqual({
      value: 0.02,
      waitedMs: 0,
      noisy: false,
    })
  })

  it('counts no waiting where reading alone takes time', async () => {
    let nowMs = 0
    const gate = { ...scripted([0], 600_000), now: () => (nowMs += 1) }
    expect((await pass(gate)).waitedMs).toBe(0)
  })

  it('waits until the machine is quiet', async () => {
    expect(await pass(scripted([0.9, 0.5, 0.1, 0.05], 600_000))).toEqual({
      value: 0.05,
      waitedMs: 3000,
      noisy: false,
    })
  })

  it('gives up when its patience ends, and says so', async () => {
    expect(await pass(scripted([0.9], 600_000))).toEqual({
      value: 0.9,
      waitedMs: 600_000,
      noisy: true,
    })
  })

  it('only looks without patience', async () => {
    expect(await pass(scripted([0.9, 0], 0))).toEqual({ value: 0.9, waitedMs: 0, noisy: true })
  })

  it('lets everything pass when it is off', async () => {
    const gate = { ...scripted([1.5], 600_000), limit: undefined }
    expect(await pass(gate)).toEqual({ value: 1.5, waitedMs: 0, noisy: false })
  })
})
