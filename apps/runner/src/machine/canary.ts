import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import type { Canary } from '@rowrate/core'

const loopSteps = 2_000_000
const commits = 36
const commitBytes = 4_096
const diskBytes = 8 * 1024 ** 2

const elapsedNs = (startNs: bigint) => Number(process.hrtime.bigint() - startNs)

/** A fixed amount of integer work, about 10 ms of a processor of a shared virtual machine. */
function loop(): number {
  let state = 1
  for (let step = 0; step < loopSteps; step += 1) state = (Math.imul(state, 1_664_525) + step) | 0
  return state
}

function timeLoop(): number {
  const startNs = process.hrtime.bigint()
  const state = loop()
  const durationNs = elapsedNs(startNs)
  // The result is used, or a compiler might drop the loop.
  return state === 0 ? durationNs + 1 : durationNs
}

function median(sorted: readonly number[]): number {
  const middle = sorted.length / 2
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
}

/** Small, fixed work whose duration tells how the machine and its disk were just then. */
export class CanaryWork {
  readonly #commitFile: number
  readonly #diskFile: number
  readonly #block = Buffer.alloc(commitBytes, 0x52)
  readonly #sequence = Buffer.alloc(diskBytes, 0x52)

  /** Keeps two files open in `directory`, which must be on the stores' file system. */
  constructor(directory: string) {
    this.#commitFile = openSync(join(directory, 'canary-commits'), 'w')
    this.#diskFile = openSync(join(directory, 'canary-disk'), 'w')
    // Untimed: the loop is compiled and the files have their size from here on.
    loop()
    this.#commit()
    this.disk()
  }

  /** 36 writes of 4 KiB in place, each synced, beside the loop. */
  sample(): Canary {
    const at = new Date().toISOString()
    const loopNs = timeLoop()
    const sorted = this.#commit().toSorted((a, b) => a - b)
    return { at, loopNs, commitMedianNs: median(sorted), commitMaxNs: sorted.at(-1)! }
  }

  #commit(): number[] {
    return Array.from({ length: commits }, (_, index) => {
      const startNs = process.hrtime.bigint()
      writeSync(this.#commitFile, this.#block, 0, commitBytes, index * commitBytes)
      fdatasyncSync(this.#commitFile)
      return elapsedNs(startNs)
    })
  }

  /** One sequential write of 8 MiB into a reused file, synced; nanoseconds. */
  disk(): number {
    const startNs = process.hrtime.bigint()
    writeSync(this.#diskFile, this.#sequence, 0, diskBytes, 0)
    fdatasyncSync(this.#diskFile)
    return elapsedNs(startNs)
  }

  close(): undefined {
    closeSync(this.#commitFile)
    closeSync(this.#diskFile)
  }
}
