import { gateWindowMs } from '../configuration.ts'
import type { ProcessorTime } from './processor-time.ts'
import { ticksPerSecond } from './processor-time.ts'

/** How much processor time others used, over a sliding window of readings. */
export class ForeignCpu {
  readonly #windowMs: number
  #readings: ProcessorTime[] = []

  constructor(windowMs = gateWindowMs) {
    this.#windowMs = windowMs
  }

  add(reading: ProcessorTime): undefined {
    this.#readings.push(reading)
    // One reading from before the window stays: the window begins there.
    const inside = this.#readings.findIndex(({ atMs }) => atMs > reading.atMs - this.#windowMs)
    this.#readings = this.#readings.slice(Math.max(0, inside - 1))
  }

  /** Cores in use by others over the window; 0 before the second reading. */
  get cores(): number {
    const first = this.#readings[0]
    const last = this.#readings.at(-1)
    if (!first || !last || last.atMs <= first.atMs) return 0
    const foreignTicks = last.busyTicks - first.busyTicks - (last.ownTicks - first.ownTicks)
    const seconds = (last.atMs - first.atMs) / 1000
    return Math.max(0, Math.round((foreignTicks / ticksPerSecond / seconds) * 1000) / 1000)
  }
}
