/** One work of one contender. A round is timed; `before` is not. */
export interface MeasuredWork {
  readonly before?: (round: number) => unknown
  /** Returns how many rows it handled. */
  readonly round: (round: number) => number
  /** Folds what the work reads or left behind into a number that all contenders must agree on. */
  readonly check: () => number
  readonly close: () => void
}

export interface Rounds {
  readonly warmUp: number
  readonly timed: number
}

/** What a contender's process prints, as JSON. */
export interface Measurement {
  readonly roundsNs: readonly number[]
  readonly rows: number
  readonly check: number
}

function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error('run Node with --expose-gc')
  globalThis.gc()
}

export function measure(work: MeasuredWork, { warmUp, timed }: Rounds): Measurement {
  const roundsNs: number[] = []
  let rows = 0
  for (let round = 0; round < warmUp + timed; round++) {
    // Once: a collection goes on in other threads for a while. Those that rounds cause are timed.
    if (round === warmUp) collectGarbage()
    work.before?.(round)
    const start = process.hrtime.bigint()
    rows = work.round(round)
    const duration = Number(process.hrtime.bigint() - start)
    if (round >= warmUp) roundsNs.push(duration)
  }
  const check = work.check()
  work.close()
  return { roundsNs, rows, check }
}
