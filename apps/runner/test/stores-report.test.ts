import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { storesSummarySchema } from '@rowrate/core/stores'
import { describe, expect, it, onTestFinished } from 'vitest'

import { checkResultSets, packResultSet } from '../src/report/index.ts'
import { renderStoresSet } from '../src/stores/report/index.ts'
import { renderStoresReadme } from '../src/stores/report/readme.ts'
import { summarizeStores } from '../src/stores/report/summarize.ts'
import { readStoresSet } from '../src/stores/set.ts'
import {
  completeLines,
  description,
  environment,
  okLine,
  setOf,
  variantLines,
} from './stores-fixture.ts'

const rowOf = (variant: string, lines = completeLines) =>
  summarizeStores(setOf(lines)).settings[0]!.rows.find((row) => row.variant === variant)!

describe('a summary', () => {
  it('takes the median of the runs’ medians, and each step from its own samples', () => {
    const { open, query, close, whole } = rowOf('sqlite')
    expect(open!.runsNs).toEqual([41_001.5, 42_001.5, 43_001.5])
    expect(open!.medianNs).toBe(42_001.5)
    expect([query!.medianNs, close!.medianNs]).toEqual([100_001.5, 20_001.5])
    expect(whole!.medianNs).toBe(162_004.5)
  })

  it('has no percentile from so few stores', () => {
    expect(rowOf('sqlite').whole).toMatchObject({ p90Ns: null, p99Ns: null })
  })

  it('has a 99th percentile from 1,000 stores', () => {
    const line = okLine(
      'sqlite',
      { phase: 'open', seed: 1, count: 1_000 },
      { open: 40, query: 1, close: 1 },
    )
    expect(rowOf('sqlite', [line]).whole!.p99Ns).toBeCloseTo(42_000 + 3 * 989.01, 0)
  })

  it('divides sizes by stores, memory by the held ones, and stores by the phase’s time', () => {
    expect(rowOf('sqlite')).toMatchObject({
      disk: { apparentBytes: 316 * 1024, allocatedBytes: 320 * 1024 },
      memory: {
        held: 2,
        residentBytes: 400 * 1024,
        anonymousBytes: 100 * 1024,
        descriptors: 4,
        threads: 0,
      },
      storesPerSecond: 100,
      maxLoad1: 0.5,
    })
  })

  it('says what the measuring costs, and is complete with every planned phase', () => {
    const summary = summarizeStores(setOf())
    expect(summary.harness).toEqual({ createNs: 3_010_004.5, openNs: 122_004.5 })
    expect(summary.isComplete).toBe(true)
    expect(summarizeStores(setOf(completeLines.slice(1))).isComplete).toBe(false)
    expect(storesSummarySchema.parse(JSON.parse(JSON.stringify(summary)))).toEqual(summary)
  })

  it('keeps a failed phase out of all figures, with its reason', () => {
    const [create, ...rest] = variantLines('libsql', 200)
    const failed = {
      ...create!,
      status: 'failed',
      code: 'RESULT_MISMATCH',
      message: 'store 2 lost a note',
    } as const
    const row = rowOf('libsql', [failed as never, ...rest])
    expect([row.create, row.storesPerSecond, row.disk]).toEqual([null, null, null])
    expect(row.missing).toEqual(['create: store 2 lost a note'])
  })
})

describe('a report', () => {
  const report = (set = setOf()) => {
    const summary = summarizeStores(set)
    return renderStoresReadme(set.environment, summary, new Map())
  }

  it('shows ours beside the published figures', () => {
    const text = report()
    expect(text).toContain(
      '| sqlite | 3.010 | 100.0 | 0.042 | 0.100 | 0.162 | – | 0.020 | 400 | 100 | 316 | 320 | 0.50 |',
    )
    expect(text).toContain(
      '| sqlite | SQLite | 3.01 / 26.59 | 100 / 34 | 0.042 / 0.037 | 0.100 / 0.204 | 0.162 / 0.275 |',
    )
  })

  it('gives the order, and what makes it differ from the study’s', () => {
    const text = report()
    expect(text).toContain('sqlite 0.162 ms < objectbox 0.202 ms < libsql 0.322 ms')
    expect(text).toContain(
      'sqlite is before objectbox here, behind it in the study (SQLite: 0.275 ms, ObjectBox, skip model sync: 0.218 ms). In ms: open 0.042 against 0.082, query 0.100 against 0.100, close 0.020 against 0.020.',
    )
    expect(text).toContain('objectbox is before libsql here, behind it in the study')
  })

  it('calls no order where the runs overlap', () => {
    const text = report(setOf([...variantLines('sqlite', 40), ...variantLines('libsql', 41)]))
    expect(text).toContain('sqlite 0.162 ms ≈ libsql 0.163 ms')
    expect(text).not.toContain('behind it in the study')
  })

  it('compares the order with the study’s within one language only', () => {
    const set = setOf()
    const python = {
      description: {
        ...description('sqlite', 'sqlite', 'SQLite'),
        runtime: 'python 3.12.3',
      },
      versions: { apsw: '3.53.4.0' },
    }
    const engines = { ...set.environment.engines, sqlite: python }
    const text = report({ ...set, environment: { ...set.environment, engines } })
    expect(text).not.toContain('sqlite is before objectbox')
    expect(text).toContain('objectbox is before libsql here, behind it in the study')
    expect(text).toContain('sqlite: python 3.12.3; apsw 3.53.4.0; read back: synchronous 2')
    expect(text).toContain('measured through the libraries that the study measured')
    expect(report()).not.toContain('(Python)')
  })

  it.each([
    'Warm page cache',
    'Creating is bound by the latency of syncs',
    'ObjectBox’s resident memory includes reclaimable pages of its mapped file',
    'The count scans the table in SQL engines, and in ObjectBox it does not',
    'one for create, stores/s, memory and disk; 3 for open',
    'The measuring itself takes 122 µs for each opened store',
  ])('prints the caveat: %s', (caveat) => {
    expect(report()).toContain(caveat)
  })

  it('tells of stores that failed, by path', () => {
    const failures = [
      {
        store: 3,
        directory: '/data/agent-000003',
        step: 'open',
        code: 'OPERATION_FAILED',
        message: 'disk I/O error',
      },
    ]
    const line = okLine(
      'sqlite',
      { phase: 'open', seed: 1 },
      { open: 40, query: 1, close: 1 },
      { failures, failed: 1 },
    )
    const text = report(setOf([line]))
    expect(text).toContain('sqlite: 1 stores failed and are in no figure')
    expect(text).toContain('sqlite, open: `/data/agent-000003`: disk I/O error')
  })

  it('shows the steps of creating beside the study’s, with the sync calls of a store', () => {
    const profile = { phase: 'profile', series: 'profile', place: 'disk' } as const
    const line = okLine(
      'objectbox',
      profile,
      { create: 900, build: 50, marshal: 170, put: 400, close: 30 },
      { syncs: { fdatasync: 8, dsync_write: 8 } },
    )
    const text = report(setOf([...completeLines, line], { profile: 4 }))
    expect(text).toContain(
      '| objectbox | disk | 0.900 | 0.050 | 0.170 | 0.400 | 0.030 | 1.550 | 2.0 fdatasync, 2.0 dsync_write |',
    )
    expect(text).toContain(
      '| ObjectBox, in the study | disk | 10.68 | 0.94 | 15.03 | 9.31 | 0.04 | 35.15 |  |',
    )
  })

  it('says where growth ended', () => {
    const grown = okLine(
      'sqlite',
      { series: 'stores', count: 100 },
      { create: 1, write: 1, close: 1 },
    )
    const stopped = {
      ...grown,
      status: 'not run',
      reason: '1,000 stores need 9.0 GiB',
      count: 1_000,
    }
    const text = report(setOf([grown, stopped as never]))
    expect(text).toContain('sqlite: 1,000 stores need 9.0 GiB')
  })
})

describe('a set on disk', () => {
  function writeSet(): string {
    const results = mkdtempSync(join(tmpdir(), 'rowrate-stores-set-'))
    onTestFinished(() => rmSync(results, { recursive: true }))
    const directory = mkdtempSync(join(results, 'set-'))
    writeFileSync(join(directory, 'environment.json'), JSON.stringify(environment))
    writeFileSync(join(directory, 'load.jsonl'), '')
    writeFileSync(
      join(directory, 'runs.jsonl'),
      completeLines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    )
    return directory
  }

  it('is rendered again, packed and unpacked alike', async () => {
    const directory = writeSet()
    await renderStoresSet(directory)
    const readme = readFileSync(join(directory, 'README.md'), 'utf8')
    await packResultSet(directory)
    expect(readdirSync(directory)).not.toContain('runs.jsonl')
    expect(readStoresSet(directory)).toEqual(setOf())
    await renderStoresSet(directory)
    expect(readFileSync(join(directory, 'README.md'), 'utf8')).toBe(readme)
    expect(await checkResultSets(join(directory, '..'))).toEqual([])
  })

  it('is refused with its line where it is damaged', () => {
    const directory = writeSet()
    writeFileSync(join(directory, 'runs.jsonl'), '{}\n{}\n')
    expect(() => readStoresSet(directory)).toThrow(/line 1 is damaged/)
  })

  it('is told from a set of the other suite', () => {
    const directory = writeSet()
    writeFileSync(join(directory, 'environment.json'), '{"schema":1}')
    expect(() => readStoresSet(directory)).toThrow(/no result set of `pnpm stores`/)
  })
})
