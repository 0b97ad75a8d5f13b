import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { execa } from 'execa'
import { afterAll, describe, expect, it } from 'vitest'

const main = new URL('../src/main.ts', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'rowrate-input-'))
const full = join(folder, 'full')
mkdirSync(full)
writeFileSync(join(full, 'something'), '')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (...args: string[]) => execa(process.execPath, [main, ...args], { reject: false })

describe('wrong use', () => {
  it.each<readonly [string[], string]>([
    [
      ['bench', '--filter', 'beter-sqlite3'],
      `unknown engine or group 'beter-sqlite3'; did you mean`,
    ],
    [['bench', '--filter', ','], 'Give names as in a,b'],
    [['bench', '--test', '4'], 'Give some of 1,2,3'],
    [['bench', '--mode', 'cold,lukewarm'], 'Give some of cold,warm,hot'],
    [['bench', '--runs', 'many'], 'Give a whole number, 1 or more'],
    [['bench', '--runs', '1.5'], 'Give a whole number, 1 or more'],
    [['bench', '--seed', '-1'], 'Give a whole number, 0 or more'],
    [['bench', '--iterations', '20'], 'Give a whole number, 21 or more'],
    [
      ['bench', '--iterations', '50', '--batch-size', '40'],
      '--batch-size 40 is below the 50 iterations',
    ],
    [['bench', '--large', 'huge'], '--large only'],
    [['bench', '--journal', 'off'], 'Give delete or wal'],
    [['bench', '--max-foreign-cpu', 'much'], 'such as 10%, or off'],
    [['bench', '--max-load', '0'], 'Give a number above 0'],
    [['bench', '--name', '../up'], 'Give letters, digits, dots and dashes'],
    [['bench', '--out', full], 'is not empty; name a new folder'],
    [['bench', '--out', '/proc/new'], 'can not be written; name a folder'],
    [['bench', '--resume', folder], 'holds no result set'],
    [['bench', '--resume', folder, '--out', 'x'], 'leave --out and --name out'],
    [['bench', '--data', join(folder, 'missing')], 'does not exist; create it'],
    [['bench', '--data', '/proc'], 'MiB left'],
    [['bench', '--full', '--test', '2', '--mode', 'hot'], '--full runs nothing of that'],
    [['bench', '--settings', 'mine'], 'Give study'],
    [['bench', '--async-tasks', '0'], 'Give a whole number, 1 or more'],
    [
      ['bench', '--filter', 'django,libsql', '--settings', 'study'],
      'for its own systems, and libsql is none of them',
    ],
    [
      ['bench', '--filter', 'libsql', '--async-tasks', '10'],
      'for its own systems, and libsql is none of them',
    ],
    [['bench', '--settings', 'study', '--journal', 'wal'], 'leave --journal and --full out'],
    [['bench', 'study', '--filter', 'libsql'], 'for its own systems, and libsql is none of them'],
    [['bench', 'study', '--full'], 'leave it out'],
    [['bench', 'study', '--quick', '--experiments'], 'two plans; leave one out'],
    [['bench', 'study', '--experiments', '--async-tasks', '2'], 'leave them out'],
    [['bench', 'study', '--experiments', '--python', 'python3'], 'two plans; leave one out'],
    [['bench', 'study', '--python', '/nowhere/python3'], '/nowhere/python3 does not run'],
    [['bench', 'study', '--quick', '--test', '2'], 'the study runs nothing of that'],
    [['bench', '--bogus'], `unknown option '--bogus'`],
    [['report', folder], 'is not a result set'],
  ])('%j says in one line what to do, and exits with 2', async (args, message) => {
    const { exitCode, stderr, stdout } = await run(...args)
    expect(stderr).toContain(message)
    expect(stderr.split('\n')).toHaveLength(1)
    expect(stdout).toBe('')
    expect(exitCode).toBe(2)
  })
})

describe('bench list', () => {
  it('names every engine without loading one', async () => {
    const { exitCode, stdout } = await run('bench', 'list')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/better-sqlite3 .* drivers/)
    expect(stdout).toContain('memory')
  })
})
