import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import type { ResultSet } from '../src/report/read-result-set.ts'

const lines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

/** A new folder that goes with the test. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rowrate-report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Writes the raw files of a set into a new folder, or into `name` under one. */
export async function writeSet(set: ResultSet, parent?: string): Promise<string> {
  const directory = parent ?? (await testFolder())
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'environment.json'), JSON.stringify(set.environment))
  await writeFile(
    join(directory, 'runs.jsonl'),
    lines([
      ...set.samples,
      ...set.audits,
      ...[...set.unavailable].map(([engine, message]) => ({
        type: 'unavailable',
        engine,
        message,
      })),
      ...set.disks,
    ]),
  )
  await writeFile(join(directory, 'load.jsonl'), lines(set.load))
  return directory
}
