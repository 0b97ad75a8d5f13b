import { describe, expect, it } from 'vitest'

import { ForeignCpu } from '../src/machine/foreign-cpu.ts'
import {
  parseBusyTicks,
  parseProcessTicks,
  readProcessorTime,
} from '../src/machine/processor-time.ts'

describe('parseBusyTicks', () => {
  it('adds user, nice, system and interrupts, and leaves idle, waiting and stolen time out', () => {
    const stat = 'cpu  100 20 30 5000 400 6 7 800 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n'
    expect(parseBusyTicks(stat)).toBe(100 + 20 + 30 + 6 + 7)
  })
})

describe('parseProcessTicks', () => {
  it('adds own and waited-for time of a command whose name holds spaces and parentheses', () => {
    const stat = '42 (a (b) c) S 1 42 42 0 -1 4194304 100 200 0 0 11 22 33 44 20 0 1 0 12345'
    expect(parseProcessTicks(stat)).toBe(11 + 22 + 33 + 44)
  })
})

describe('readProcessorTime', () => {
  it('counts this process among its own', () => {
    const before = readProcessorTime()
    const endMs = performance.now() + 60
    while (performance.now() < endMs) Math.sqrt(endMs)
    const after = readProcessorTime()
    expect(after.ownTicks).toBeGreaterThan(before.ownTicks)
    expect(after.busyTicks).toBeGreaterThan(before.busyTicks)
  })
})

describe('ForeignCpu', () => {
  const readings = (list: readonly (readonly [atMs: number, busy: number, own: number])[]) => {
    const foreignCpu = new ForeignCpu(2000)
    for (const [atMs, busyTicks, ownTicks] of list) foreignCpu.add({ atMs, busyTicks, ownTicks })
    return foreignCpu.cores
  }

  it('is nothing before the second reading', () => {
    expect(readings([])).toBe(0)
    expect(readings([[0, 500, 100]])).toBe(0)
  })

  it('is what is busy beyond our own, in cores', () => {
    expect(
      readings([
        [0, 0, 0],
        [1000, 150, 100],
        [2000, 300, 200],
      ]),
    ).toBe(0.5)
  })

  it('forgets what lies before the window', () => {
    expect(
      readings([
        [0, 0, 0],
        [1000, 200, 0],
        [2000, 200, 0],
        [3000, 200, 0],
      ]),
    ).toBe(0)
  })

  it('is never below nothing where ticks are read a moment apart', () => {
    expect(
      readings([
        [0, 0, 0],
        [2000, 100, 103],
      ]),
    ).toBe(0)
  })
})
