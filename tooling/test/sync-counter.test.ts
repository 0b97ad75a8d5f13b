import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { syncCounterVariable, syncDelayVariable, syncKinds } from '@rowrate/core'
import { expect, it } from 'vitest'

import { syncCounterLibrary } from '../src/sync-counter.ts'

/** A program that commits `commits` times in SQLite's DELETE journal, and writes once through an O_DSYNC descriptor. */
const program = (folder: string, commits: number) => `
  import { openSync, writeSync, constants } from 'node:fs'
  import { DatabaseSync } from 'node:sqlite'
  const db = new DatabaseSync(${JSON.stringify(join(folder, 'db'))})
  db.exec('PRAGMA synchronous = FULL; CREATE TABLE t (n)')
  for (let n = 0; n < ${commits}; n += 1) db.exec('INSERT INTO t VALUES (' + n + ')')
  writeSync(openSync(${JSON.stringify(join(folder, 'synced'))}, constants.O_CREAT | constants.O_WRONLY | constants.O_DSYNC), 'x')
`

async function countsOf(commits: number): Promise<Record<string, number>> {
  const library = await syncCounterLibrary()
  expect(library, 'the tests need a C compiler').toBeDefined()
  const folder = await mkdtemp(join(tmpdir(), 'rowrate-syncs-'))
  try {
    const file = join(folder, 'counts')
    await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', program(folder, commits)],
      { env: { ...process.env, LD_PRELOAD: library, [syncCounterVariable]: file } },
    )
    const bytes = await readFile(file)
    return Object.fromEntries(
      syncKinds.map((kind, index) => [kind, Number(bytes.readBigUInt64LE(index * 8))]),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

it('counts four fsyncs for each commit in the DELETE journal, and a write to an O_DSYNC descriptor', async () => {
  const none = await countsOf(0)
  const ten = await countsOf(10)
  expect(ten['fsync']! - none['fsync']!).toBe(40)
  expect(ten['dsync_write']).toBe(1)
  expect(ten['msync']).toBe(0)
})

it('lets each sync take longer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rowrate-syncs-'))
  const file = JSON.stringify(join(folder, 'file'))
  const script = `const { openSync, fsyncSync, fdatasyncSync } = require('node:fs'), file = openSync(${file}, 'w')
    const start = performance.now(); fsyncSync(file); fdatasyncSync(file); console.log(performance.now() - start)`
  const env = {
    ...process.env,
    LD_PRELOAD: await syncCounterLibrary(),
    [syncDelayVariable]: '100000',
  }
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { env })
  await rm(folder, { recursive: true })
  // However fast the machine, two delays of 100 ms are in it.
  expect(Number(stdout)).toBeGreaterThanOrEqual(200)
})
