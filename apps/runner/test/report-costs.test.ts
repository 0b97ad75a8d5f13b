import type { Sample } from '@rowrate/core'
import { describe, expect, it } from 'vitest'

import { driverOf } from '../src/report/summary/driver-taxes.ts'
import { summarize } from '../src/report/summary/summarize.ts'
import type { FixtureOptions } from './report-fixture.ts'
import { fixtureSet } from './report-fixture.ts'

const driver = { name: 'better-sqlite3', speed: 1 }

const sliceOf = (options: FixtureOptions) => summarize(fixtureSet(options)).slices[0]

const figureOf = (options: FixtureOptions, code: string) =>
  sliceOf(options)?.operations.find((operation) => operation.code === code)?.figures[0]

describe('costs of a figure', () => {
  it('counts the syncs of the smaller counted pass up to the measured commits', () => {
    // 25 commits of 4 syncs were counted; 100 commits of 40 µs a sync in 20 ms were measured.
    const figure = figureOf({ engines: [driver] }, 'A')
    expect(figure?.syncs).toBe(400)
    expect(figure?.commitBoundShare).toBeCloseTo(0.8, 1)
  })

  it('takes the syncs of one transaction as they were counted', () => {
    expect(figureOf({ engines: [driver] }, 'B')?.syncs).toBe(4)
  })

  it('has no commit-bound share without canaries', () => {
    expect(figureOf({ engines: [driver], canary: false }, 'A')?.commitBoundShare).toBeNull()
  })

  it('sets an ORM against the driver that its name ends in', () => {
    const orm = { name: 'kysely-better-sqlite3', speed: 0.5 }
    const tax = sliceOf({ engines: [driver, orm] })?.taxes[0]
    expect(tax).toMatchObject({ engine: 'kysely-better-sqlite3', driver: 'better-sqlite3' })
    expect(tax?.geometricMean).toBeCloseTo(2, 1)
    expect(tax?.operations.find(({ code }) => code === 'D')?.estimate?.low).toBeGreaterThan(1.9)
  })

  it('finds the longest driver name, and none where there is none', () => {
    const engines = ['sqlite', 'node-sqlite', 'drizzle-node-sqlite', 'turso']
    expect(driverOf('drizzle-node-sqlite', engines)).toBe('node-sqlite')
    expect(driverOf('turso', engines)).toBeNull()
  })

  it('counts the median of the last three repetitions in hot mode, and marks a climbing end', () => {
    const durations = [90, 80, 70, 60, 50, 50, 50, 40, 10, 40].map((ms) => ms * 1e6)
    const edit = (sample: Sample): Sample => {
      if (sample.status !== 'ok' || sample.operation !== 'D') return sample
      const regions = sample.measurement.regions.map((region, index) => ({
        ...region,
        durationNs: durations[index] ?? 1,
      }))
      return { ...sample, measurement: { ...sample.measurement, regions } }
    }
    const slice = sliceOf({ engines: [driver], parts: [{ modes: ['hot'], blocks: 1 }], edit })
    const figure = slice?.operations.find(({ code }) => code === 'D')?.figures[0]
    expect(figure?.median).toBeCloseTo(300 / 0.04)
    expect(figure?.hot?.series).toHaveLength(10)
    expect(figure?.hot?.blocksClimbing).toBe(1)
    expect(slice?.footnotes).toContainEqual({
      kind: 'still climbing',
      engine: 'better-sqlite3',
      operation: 'D',
      text: 'still climbing at the end of 1 of 1 run',
    })
  })

  it('notes look-ups that were answered without a statement', () => {
    const set = fixtureSet({ engines: [driver] })
    const audits = set.audits.map((audit) => ({
      ...audit,
      operations: audit.operations.map((each) =>
        each.operation === 'F' ? { ...each, statements: 24 } : each,
      ),
    }))
    const notes = summarize({ ...set, audits }).slices[0]?.footnotes ?? []
    expect(notes.map(({ kind, text }) => [kind, text])).toEqual([
      ['fewer statements', 'sent 24 statements for 50 look-ups in the counted pass'],
    ])
  })

  it('notes bulk inserts without ids, other pages, busy starts and the only journal mode', () => {
    const edit = (sample: Sample): Sample => {
      if (sample.status !== 'ok') return sample
      const { measurement, operation } = sample
      if (operation === 'C')
        return { ...sample, measurement: { ...measurement, idsReturned: false } }
      if (operation === 'E') return { ...sample, measurement: { ...measurement, otherSlice: true } }
      return { ...sample, noisyStart: operation === 'K' && sample.block === 1 }
    }
    const engines = [{ name: 'turso', speed: 1, description: { journal: 'wal' } as const }]
    const notes = sliceOf({ engines, edit })?.footnotes ?? []
    expect(notes.map(({ kind, operation }) => [kind, operation])).toEqual([
      ['journal', null],
      ['no ids', 'C'],
      ['other slice', 'E'],
      ['noisy start', 'K'],
    ])
  })
})
