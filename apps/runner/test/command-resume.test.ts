import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { RunLine, Sample } from '@rowrate/core'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { keyText } from '../src/set/done.ts'

const main = new URL('../src/main.ts', import.meta.url).pathname

let folder: string
let set: string
let data: string
const runsFile = () => join(set, 'runs.jsonl')
const readRuns = () => (existsSync(runsFile()) ? readFileSync(runsFile(), 'utf8') : '')

const samplesOf = (text: string): Sample[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RunLine)
    .filter((line) => line.type === 'sample')

const bench = (...options: string[]) =>
  execa(process.execPath, [main, 'bench', '--data', data, ...options], { reject: false })

const small = ['--filter', 'better-sqlite3', '--mode', 'warm', '--iterations', '25']

/** Starts a small run and waits until so many raw lines are written. */
async function startUntil(lines: number) {
  const run = bench(...small, '--batch-size', '50', '--out', set)
  await vi.waitFor(() => expect(readRuns().split('\n').length).toBeGreaterThan(lines), {
    timeout: 60_000,
    interval: 20,
  })
  // In an object: a promise would return its process's end.
  return { run }
}

/** Each operation is measured once; a rejected sample has one successor. */
function expectComplete(text: string) {
  const final = samplesOf(text).filter((sample) => sample.status !== 'ok' || !sample.rejected)
  expect(final.every(({ status }) => status === 'ok')).toBe(true)
  expect(final).toHaveLength(11)
  expect(new Set(final.map(keyText)).size).toBe(11)
}

describe('an interrupted run', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rowrate-resume-'))
    set = join(folder, 'set')
    data = join(folder, 'data')
    mkdirSync(data)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it(
    'goes on after kill -9 and a damaged last line, losing and repeating nothing',
    { timeout: 300_000 },
    async () => {
      const killed = await startUntil(9)
      killed.run.kill('SIGKILL')
      await killed.run
      const before = readRuns()
      expect(readdirSync(data)).toHaveLength(1)
      appendFileSync(runsFile(), '{"type":"sample","engine":"mem')

      const { exitCode, stderr } = await bench('--resume', set)
      expect(stderr).toContain('the last line was damaged and is dropped')
      expect(exitCode).toBe(0)
      const after = readRuns()
      expect(after.startsWith(before)).toBe(true)
      expectComplete(after)
      expect(readdirSync(data)).toEqual([])
      expect(readdirSync(set)).not.toContain('running.json')
    },
  )

  it(
    'stops on Ctrl-C after a whole line, says how to go on, and is gone on with',
    { timeout: 300_000 },
    async () => {
      const stopped = await startUntil(5)
      stopped.run.kill('SIGINT')
      const { exitCode, stderr } = await stopped.run
      expect(exitCode).toBe(1)
      expect(stderr).toContain(`stopped; go on with: pnpm bench --resume ${set}`)
      const before = readRuns()
      expect(before.endsWith('}\n')).toBe(true)
      expect(samplesOf(before).every(({ status }) => status === 'ok')).toBe(true)
      expect(readdirSync(data)).toEqual([])

      const other = await bench('--resume', set, '--seed', '4')
      expect(other.exitCode).toBe(2)
      expect(other.stderr).toContain(`seed is '20260101' in the set, not '4'`)

      expect((await bench('--resume', set, ...small)).exitCode).toBe(0)
      expect(readRuns().startsWith(before)).toBe(true)
      expectComplete(readRuns())
    },
  )

  it('is not gone on with while it is running', { timeout: 300_000 }, async () => {
    const running = await startUntil(1)
    const { exitCode, stderr } = await bench('--resume', set)
    running.run.kill('SIGINT')
    await running.run
    expect(exitCode).toBe(2)
    expect(stderr).toContain('is being written by process')
  })
})
