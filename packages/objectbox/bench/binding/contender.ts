import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { median } from 'simple-statistics'
import type { Measurement, Rounds } from './measure.ts'
import type { Stores } from './stores.ts'
import type { Contender, Work } from './works.ts'

const run = promisify(execFile)
const worker = fileURLToPath(new URL('./worker.ts', import.meta.url))
const pythonWorker = fileURLToPath(new URL('./python/worker.py', import.meta.url))

/** How the contenders are started; without Python where there is none. */
export interface Programs {
  readonly c: string
  readonly python: string | undefined
}

/** One process, measured. */
export interface Sample extends Measurement {
  readonly work: string
  readonly contender: Contender
  readonly block: number
  /** Rows of a round by the median of the rounds. */
  readonly rowsPerSecond: number
  /** By the fastest round. */
  readonly fastestRowsPerSecond: number
}

export interface Job {
  readonly work: Work
  readonly contender: Contender
  readonly block: number
  readonly rounds: Rounds
}

/** Runs one contender in a process of its own. Throws with its output when it fails. */
export async function measureContender(
  { work, contender, block, rounds }: Job,
  programs: Programs,
  stores: Stores,
): Promise<Sample> {
  const store = stores.place(work)
  const [file, ...leading] = commandOf(contender, work, programs)
  const args = [store, stores.inputs, String(rounds.warmUp), String(rounds.timed)]
  const { stdout } = await run(file!, [...leading, ...args])
  if (work.writes) rmSync(store, { recursive: true })
  const measurement = JSON.parse(stdout) as Measurement
  const { rows, roundsNs } = measurement
  const rate = (durationNs: number) => (rows / durationNs) * 1e9
  return {
    work: work.name,
    contender,
    block,
    rowsPerSecond: rate(median([...roundsNs])),
    fastestRowsPerSecond: rate(Math.min(...roundsNs)),
    ...measurement,
  }
}

function commandOf(contender: Contender, { name }: Work, programs: Programs): string[] {
  if (contender === 'c') return [programs.c, name]
  if (contender === 'python') return [programs.python!, pythonWorker, name]
  const node = [process.execPath, '--expose-gc', worker]
  if (contender === 'at once') return [...node, 'node', `${name} at once`]
  return [...node, contender, name]
}

/** All contenders of a work must have read or left the same. Throws an error that names the odd one. */
export function requireSameWork(samples: readonly Sample[]): void {
  const [first] = samples
  const odd = samples.find(({ rows, check }) => rows !== first?.rows || check !== first.check)
  if (first === undefined || odd === undefined) return
  throw new Error(
    `${odd.work}: ${odd.contender} handled ${odd.rows} rows with the check ${odd.check}, ` +
      `${first.contender} ${first.rows} rows with ${first.check}`,
  )
}
