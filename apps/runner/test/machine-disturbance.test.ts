import { describe, expect, it } from 'vitest'

import { disturbance } from '../src/machine/disturbance.ts'

const canary = (loopMs: number, commitMs: number) => ({
  at: '2026-01-01T00:00:00.000Z',
  loopNs: loopMs * 1e6,
  commitMedianNs: commitMs * 1e6,
  commitMaxNs: commitMs * 2e6,
})

describe('disturbance', () => {
  it('accepts canaries that differ by the factor 2', () => {
    expect(disturbance(canary(10, 1), canary(20, 0.5), { kind: 'insert' })).toBeUndefined()
  })

  it('names a processor that became slower', () => {
    expect(disturbance(canary(10, 1), canary(25, 1), { kind: 'read' })).toBe(
      'canary loop 10.0 ms before, 25.0 ms after: 2.5 ×',
    )
  })

  it('names a disk that became faster, for what commits', () => {
    expect(disturbance(canary(10, 4), canary(10, 1), { kind: 'delete' })).toBe(
      'canary commit 4.00 ms before, 1.00 ms after: 4.0 ×',
    )
  })

  it('does not hold the disk against what only reads', () => {
    expect(disturbance(canary(10, 4), canary(10, 1), { kind: 'read' })).toBeUndefined()
  })
})
