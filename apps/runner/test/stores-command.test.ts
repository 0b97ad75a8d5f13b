import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { StoresRunLine, StoresSummary } from '@rowrate/core/stores'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { keyText } from '../src/stores/schedule.ts'

const main = new URL('../src/main.ts', import.meta.url).pathname

let folder: string
let data: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowrate-stores-command-'))
  data = join(folder, 'data')
  mkdirSync(data)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const stores = (...options: string[]) =>
  execa(process.execPath, [main, 'stores', '--data', data, ...options], { reject: false })

const linesOf = (set: string): StoresRunLine[] =>
  readFileSync(join(set, 'runs.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as StoresRunLine)

const small = ['--filter', 'node-sqlite', '--count', '12', '--hold', '5']

describe('wrong use', () => {
  it.each<readonly [string[], string]>([
    [['--filter', 'lmdb'], `'lmdb' has no stores; give some of`],
    [['--count', '0'], 'Give a whole number, 1 or more'],
    [['--count', '5', '--hold', '6'], '--hold 6 is more than the 5 stores there are'],
    [['--query', 'some'], 'Give one of count, get, all'],
    [['--workload', 'huge'], 'Give one of large, small'],
    [['--allocator', 'jemalloc'], 'Give one of default, mmap, both'],
    [['--profile', 'all'], 'Give one of only'],
    [['--resume', tmpdir()], 'holds no result set'],
    [['--count', '9999999', '--hold', '9999999'], 'raise it with `ulimit -n'],
  ])('%j ends with exit code 2 and says what is right', async (options, message) => {
    const { exitCode, stderr, stdout } = await stores(...options)
    expect(stderr).toContain(message)
    expect([exitCode, stdout]).toEqual([2, ''])
  })

  it('refuses stores that do not fit before any is measured', { timeout: 120_000 }, async () => {
    const set = join(folder, 'too-many')
    const { exitCode, stderr } = await stores(
      '--filter',
      'node-sqlite',
      '--count',
      '999999999',
      '--out',
      set,
    )
    expect(stderr).toMatch(/999,999,999 stores need [\d.]+ GiB/)
    expect([exitCode, existsSync(set), readdirSync(data)]).toEqual([2, false, []])
  })
})

describe('a run', () => {
  it('measures, verifies, reports, and leaves no stores behind', { timeout: 300_000 }, async () => {
    const set = join(folder, 'complete')
    const { exitCode, stdout, stderr } = await stores(...small, '--profile', '--out', set)
    expect(stderr).not.toContain('failed')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('Warm page cache')
    expect(readdirSync(set)).toEqual(
      'README.md environment.json load.jsonl memory-default.svg open-default.svg runs.jsonl summary.json'.split(
        ' ',
      ),
    )
    const summary = JSON.parse(readFileSync(join(set, 'summary.json'), 'utf8')) as StoresSummary
    expect(summary.isComplete).toBe(true)
    expect(summary.harness!.openNs).toBeLessThan(1e6)
    const [row] = summary.settings[0]!.rows
    expect(row).toMatchObject({ variant: 'node-sqlite', failedStores: 0, missing: [] })
    expect(row!.disk!.apparentBytes).toBe(323_584)
    expect(summary.profiles.map(({ place, syncs }) => [place, syncs])).toEqual([
      ['disk', { fsync: 8 }],
      ['tmpfs', { fsync: 8 }],
    ])
    expect(readdirSync(data)).toEqual([])
  })

  it('measures a Python system beside the study’s figures', { timeout: 300_000 }, async () => {
    const set = join(folder, 'python')
    const choice = ['--filter', 'apsw', '--count', '5', '--hold', '3', '--profile']
    const { exitCode, stderr } = await stores(...choice, '--out', set)
    expect(stderr).not.toContain('failed')
    expect(exitCode).toBe(0)
    const summary = JSON.parse(readFileSync(join(set, 'summary.json'), 'utf8')) as StoresSummary
    expect(summary.isComplete).toBe(true)
    expect(summary.engines[0]).toMatchObject({
      variant: 'apsw',
      runtime: expect.stringMatching(/^python 3/),
      versions: { apsw: expect.any(String) },
    })
    expect(summary.profiles[0]!.syncs).toEqual({ fdatasync: expect.any(Number) })
    expect(readFileSync(join(set, 'README.md'), 'utf8')).toContain('| apsw (Python) | SQLite |')
    expect(readdirSync(data)).toEqual([])
  })

  it(
    'stops on Ctrl-C without stores behind, and goes on without repeating a phase',
    { timeout: 300_000 },
    async () => {
      const set = join(folder, 'stopped')
      const run = stores(...small, '--out', set)
      await vi.waitFor(() => expect(linesOf(set).length).toBeGreaterThan(2), {
        timeout: 120_000,
        interval: 20,
      })
      run.kill('SIGINT')
      const { exitCode, stderr } = await run
      expect(exitCode).toBe(1)
      expect(stderr).toContain(`stopped; go on with: pnpm stores --resume ${set}`)
      expect(readdirSync(data)).toEqual([])
      const before = linesOf(set)

      const other = await stores('--resume', set, '--count', '13')
      expect(other.exitCode).toBe(2)

      expect((await stores('--resume', set)).exitCode).toBe(0)
      const after = linesOf(set)
      expect(after.slice(0, before.length)).toEqual(before)
      const keys = after.map((line) => (line.type === 'phase' ? keyText(line) : line.engine))
      expect(keys).toHaveLength(9)
      expect(new Set(keys).size).toBe(9)
      expect(readdirSync(data)).toEqual([])
    },
  )
})
