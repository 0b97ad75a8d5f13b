/** What a gate reads and how it passes time; scripted in its test. */
export interface Gate {
  /** The present value of what must be low. */
  readonly read: () => number
  /** Undefined where the gate is off. */
  readonly limit: number | undefined
  readonly patienceMs: number
  readonly intervalMs: number
  readonly now: () => number
  /** Returns early when the run is to stop. */
  readonly sleep: (durationMs: number) => Promise<unknown>
}

export interface Passage {
  /** The value at the time of passing. */
  readonly value: number
  readonly waitedMs: number
  /** The value is above the limit still. */
  readonly noisy: boolean
}

/** Waits until the value is below the limit, at most `patienceMs`; a patience of 0 only looks. */
export async function pass(gate: Gate): Promise<Passage> {
  const startMs = gate.now()
  // Reading takes time as well, but is no waiting.
  let waitedMs = 0
  for (;;) {
    const value = gate.read()
    const noisy = gate.limit !== undefined && value >= gate.limit
    if (!noisy || waitedMs >= gate.patienceMs) return { value, waitedMs, noisy }
    // oxlint-disable-next-line no-await-in-loop -- waiting is the purpose
    await gate.sleep(gate.intervalMs)
    waitedMs = gate.now() - startMs
  }
}
