import type { OperationCode, Sample, SliceSummary } from '@rowrate/core'
import { summarySchema } from '@rowrate/core'
import { describe, expect, it } from 'vitest'

import { summarize } from '../src/report/summary/summarize.ts'
import type { FixtureOptions } from './report-fixture.ts'
import { fixtureSet } from './report-fixture.ts'

const pair: FixtureOptions['engines'] = [
  { name: 'node-sqlite', speed: 0.8 },
  { name: 'better-sqlite3', speed: 1 },
]

const firstSlice = (options: FixtureOptions): SliceSummary => {
  const slice = summarize(fixtureSet(options)).slices[0]
  if (slice === undefined) throw new Error('the fixture has no slice')
  return slice
}

const rowOf = (slice: SliceSummary, code: OperationCode) => {
  const row = slice.operations.find((operation) => operation.code === code)
  if (row === undefined) throw new Error(`no row ${code}`)
  return row
}

const failC = (sample: Sample): Sample => {
  const { engine, twin, test, table, mode, journal, block, operation, type, position, startedAt } =
    sample
  const base = { engine, twin, test, table, mode, journal, block, operation, position, startedAt }
  return operation === 'C' && engine === 'node-sqlite'
    ? { ...base, type, status: 'failed', code: 'RESULT_MISMATCH', message: 'one row\nmissing' }
    : sample
}

describe('summary of a result set', () => {
  it('fits its own schema', () => {
    const summary = summarize(fixtureSet({ engines: pair, twin: 'better-sqlite3' }))
    expect(summarySchema.parse(JSON.parse(JSON.stringify(summary)))).toEqual(summary)
  })

  it('compares with better-sqlite3 where it is there, and with the first engine else', () => {
    expect(firstSlice({ engines: pair }).reference).toBe('better-sqlite3')
    expect(firstSlice({ engines: pair.slice(0, 1) }).reference).toBe('node-sqlite')
  })

  it('ranks in groups from 3 blocks on, and marks the best', () => {
    const { figures } = rowOf(firstSlice({ engines: pair, blocks: 3 }), 'D')
    expect(figures.map(({ engine, rank, isBest }) => [engine, rank, isBest])).toEqual([
      ['better-sqlite3', 1, true],
      ['node-sqlite', 2, false],
    ])
  })

  it('gives no interval, rank or verdict under 3 blocks, and marks the highest figure', () => {
    const row = rowOf(firstSlice({ engines: pair, blocks: 2 }), 'D')
    expect(row.comparisons).toEqual([])
    expect(row.figures.map(({ rank, range, isBest }) => [rank, range, isBest])).toEqual([
      [null, null, true],
      [null, null, false],
    ])
  })

  it('gives a noise floor only where a twin ran', () => {
    expect(rowOf(firstSlice({ engines: pair }), 'D').noiseFloor).toBeNull()
    const withTwin = rowOf(firstSlice({ engines: pair, twin: 'better-sqlite3' }), 'D')
    expect(withTwin.noiseFloor).toBeGreaterThan(0)
    expect(withTwin.figures).toHaveLength(2)
  })

  it('neither ranks an engine that stores nothing nor lets it be the best', () => {
    const unranked = { storage: 'none', unranked: 'a Map' } as const
    const memory = { name: 'memory', speed: 50, description: unranked }
    const slice = firstSlice({ engines: [...pair, memory] })
    const { figures, comparisons } = rowOf(slice, 'D')
    expect(figures.at(-1)).toMatchObject({ engine: 'memory', unranked: 'a Map', isBest: false })
    expect(comparisons.flatMap(({ subject, reference }) => [subject, reference])).not.toContain(
      'memory',
    )
    expect(slice.geometricMeans.at(-1)).toMatchObject({ engine: 'memory', isRanked: false })
  })

  it('gives the loop of the null engine beside the row, as a share of the fastest engine', () => {
    const nothing = { name: 'null', speed: 100, description: { storage: 'none' } as const }
    const row = rowOf(firstSlice({ engines: [...pair, nothing] }), 'D')
    expect(row.loop?.share).toBeCloseTo(0.01, 3)
    expect(row.figures.map(({ engine }) => engine)).not.toContain('null')
  })

  it('keeps rejected samples out of the figures, and says so', () => {
    const edit = (sample: Sample): Sample =>
      sample.status === 'ok' && sample.operation === 'D' && sample.block === 2
        ? { ...sample, rejected: 'canaries differ' }
        : sample
    const slice = firstSlice({ engines: pair, edit })
    expect(rowOf(slice, 'D').figures[0]?.points[1]).toBeNull()
    const notes = slice.footnotes.filter(({ kind }) => kind === 'rejected')
    expect(notes.map(({ text }) => text)).toEqual(
      Array(2).fill('1 rejected and measured again: canaries differ'),
    )
  })

  it('gives a missing figure its reason and never a number', () => {
    const slice = firstSlice({ engines: pair, edit: failC })
    const { figures, missing } = rowOf(slice, 'C')
    expect(figures.map(({ engine }) => engine)).toEqual(['better-sqlite3'])
    expect(missing).toEqual([
      { engine: 'node-sqlite', reason: 'failed, RESULT_MISMATCH: one row missing' },
    ])
    const mean = slice.geometricMeans.find(({ engine }) => engine === 'node-sqlite')
    expect(mean?.operations).toHaveLength(8)
    expect(mean?.againstReference?.operations).toHaveLength(8)
    expect(mean?.isBest).toBe(false)
  })

  it('says that plain entities have no fields to load where others do', () => {
    const lazy = {
      name: 'mikro-orm-sqlite',
      speed: 0.5,
      description: { entities: 'lazy' },
    } as const
    const edit = (sample: Sample) => (sample.status === 'absent' ? null : sample)
    const { missing } = rowOf(firstSlice({ engines: [...pair, lazy], edit }), "D'")
    expect(missing).toEqual([
      { engine: 'node-sqlite', reason: 'its entities are plain objects' },
      { engine: 'better-sqlite3', reason: 'its entities are plain objects' },
    ])
  })

  it('refuses two valid samples of one figure', () => {
    const edit = (sample: Sample) => (sample.operation === 'D' ? [sample, sample] : sample)
    expect(() => firstSlice({ engines: pair, edit })).toThrow('two valid samples')
  })

  it('refuses samples that the plan does not have', () => {
    const edit = (sample: Sample): Sample => ({ ...sample, test: 3 })
    expect(() => firstSlice({ engines: pair, edit })).toThrow('the plan in environment.json has no')
  })

  it('knows an interrupted set by the blocks that did not end', () => {
    const isEarly = (sample: Sample) =>
      sample.block < 3 || (sample.block === 3 && sample.operation < 'D')
    const set = fixtureSet({ engines: pair, edit: (sample) => (isEarly(sample) ? sample : null) })
    const summary = summarize(set)
    expect(summary.conditions.isComplete).toBe(false)
    expect(summary.slices[0]).toMatchObject({ blocks: 5, runs: 3 })
    expect(summarize(fixtureSet({ engines: pair })).conditions.isComplete).toBe(true)
  })
})
