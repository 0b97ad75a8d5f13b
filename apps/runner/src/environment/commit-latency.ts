import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

import type { CommitLatency } from '@rowrate/core'
import { messageOf, percentile, RowrateError } from '@rowrate/core'
import { median } from 'simple-statistics'

const commitBytes = 4_096
/** As many as a 99th percentile needs. */
const commits = 1_000
/** On a slow disk fewer commits must do, without a 99th percentile. */
const budgetMs = 10_000
const commitsPerTurn = 25
/** In place, the writes go round in a file of this many blocks. */
const inPlaceBlocks = 36

/** How long a durable commit takes in a directory. */
export interface CommitLatencies {
  readonly inPlace: CommitLatency
  readonly growing: CommitLatency
}

/** Writes 4 KiB and syncs, again and again, in a folder of its own under `directory`. Throws USAGE where that can not be written. */
export async function measureCommitLatency(directory: string): Promise<CommitLatencies> {
  let folder: string
  try {
    folder = mkdtempSync(join(directory, 'rowrate-commits-'))
  } catch (cause) {
    throw new RowrateError(
      'USAGE',
      `can not write to the data directory ${directory} (${messageOf(cause)}): give --data a directory that you may write to`,
      { cause },
    )
  }
  try {
    const inPlace = await commitsTo(join(folder, 'in-place'), (commit) => commit % inPlaceBlocks)
    const growing = await commitsTo(join(folder, 'growing'), (commit) => commit)
    return { inPlace: latencyOf(inPlace), growing: latencyOf(growing) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Durations in nanoseconds, the first round in place not among them. Lets timers of the process run in between. */
async function commitsTo(path: string, blockOf: (commit: number) => number): Promise<number[]> {
  const file = openSync(path, 'w')
  try {
    const isInPlace = blockOf(inPlaceBlocks) === 0
    if (isInPlace) writeSync(file, Buffer.alloc(commitBytes * inPlaceBlocks, 1), 0, undefined, 0)
    fsyncSync(file)
    const block = Buffer.alloc(commitBytes, 2)
    const durations: number[] = []
    const endMs = performance.now() + budgetMs
    while (durations.length < commits && performance.now() < endMs) {
      for (let turn = 0; turn < commitsPerTurn; turn += 1) {
        durations.push(timeCommit(file, block, blockOf(durations.length)))
      }
      // oxlint-disable-next-line no-await-in-loop -- commits one after the other are what is measured
      await setImmediate()
    }
    return durations
  } finally {
    closeSync(file)
  }
}

function timeCommit(file: number, block: Buffer, place: number): number {
  const startNs = process.hrtime.bigint()
  writeSync(file, block, 0, commitBytes, place * commitBytes)
  fdatasyncSync(file)
  return Number(process.hrtime.bigint() - startNs)
}

const latencyOf = (durationsNs: readonly number[]): CommitLatency => ({
  medianNs: median([...durationsNs]),
  p99Ns: percentile(durationsNs, 0.99),
})
