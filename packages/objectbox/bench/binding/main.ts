import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, InvalidArgumentError } from 'commander'
import { libraryVersion } from '../../src/index.ts'
import { lastLines, runCommand } from '../../src/setup/run-command.ts'
import { measureContender, requireSameWork, type Programs, type Sample } from './contender.ts'
import { isAllReached, judge } from './judge.ts'
import type { Rounds } from './measure.ts'
import { buildProgram } from './native-program.ts'
import { pythonEnvironment } from './python-environment.ts'
import { report, shortReport } from './report.ts'
import { Stores } from './stores.ts'
import { contendersOf, works, type Contender, type Work } from './works.ts'

/*
 * Compares the binding with a small C program over the same library, with the Python binding and
 * with better-sqlite3. Each block runs every contender of a work once, in a process of its own;
 * blocks alternate in direction (C Node, Node C, ...), so that drift of the machine cancels out.
 */

const ROUNDS: Rounds = { warmUp: 10, timed: 11 }
const resultsDirectory = fileURLToPath(
  new URL('../../../../results/local/binding', import.meta.url),
)
const setupScript = fileURLToPath(new URL('../../src/setup/cli.ts', import.meta.url))

interface Options {
  readonly pairs: number
  readonly filter?: string
  readonly check: boolean
  readonly python: boolean
  readonly sqlite: boolean
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

function parsePairs(text: string): number {
  const pairs = Number(text)
  if (Number.isInteger(pairs) && pairs > 0) return pairs
  throw new InvalidArgumentError('it must be a whole number from 1')
}

function readOptions(): Options {
  return new Command('bench:binding')
    .description('Measures the ObjectBox binding against C, the Python binding and better-sqlite3')
    .option('--pairs <number>', 'processes of each contender', parsePairs, 15)
    .option('--filter <text>', 'only works whose name contains it')
    .option('--check', 'exit with 1 when a bound is not reached', false)
    .option('--no-python', 'leave the Python binding out')
    .option('--no-sqlite', 'leave better-sqlite3 out')
    .parse()
    .opts<Options>()
}

function setUp(): void {
  const result = runCommand(process.execPath, [setupScript, 'setup'])
  if (result?.exitCode !== 0) throw new Error(lastLines(result?.output ?? ''))
}

function preparePython(isWanted: boolean): string | undefined {
  if (!isWanted) return undefined
  const { python, reason } = pythonEnvironment(resultsDirectory)
  if (python === undefined) say(`The Python binding is skipped: ${reason}`)
  return python
}

async function measureWork(
  work: Work,
  contenders: readonly Contender[],
  run: { readonly pairs: number; readonly programs: Programs; readonly stores: Stores },
): Promise<Sample[]> {
  const samples: Sample[] = []
  for (let block = 0; block < run.pairs; block++) {
    const order = block % 2 === 0 ? contenders : contenders.toReversed()
    for (const contender of order) {
      const job = { work, contender, block, rounds: ROUNDS }
      // One process at a time: that is the measurement.
      // oxlint-disable-next-line no-await-in-loop
      samples.push(await measureContender(job, run.programs, run.stores))
    }
  }
  requireSameWork(samples)
  return samples
}

function selectWorks(filter: string | undefined): Work[] {
  const selected = works.filter(({ name }) => filter === undefined || name.includes(filter))
  if (selected.length > 0) return selected
  throw new Error(
    `no work has a name with ${filter}; works: ${works.map((w) => w.name).join(', ')}`,
  )
}

/** Samples are kept as each work ends, so that a stopped run loses only the work it was in. */
async function measureAll(
  selected: readonly Work[],
  options: Options,
  samplesFile: string,
): Promise<Sample[]> {
  const python = preparePython(options.python)
  const directory = mkdtempSync(join(resultsDirectory, 'stores-'))
  try {
    const programs = { c: buildProgram(directory), python }
    const stores = new Stores(directory)
    const samples: Sample[] = []
    for (const work of selected) {
      say(`${work.title} ...`)
      const contenders = contendersOf(work).filter(
        (each) =>
          (each !== 'python' || python !== undefined) && (each !== 'sqlite' || options.sqlite),
      )
      const run = { pairs: options.pairs, programs, stores }
      // oxlint-disable-next-line no-await-in-loop -- one work after the other
      const measured = await measureWork(work, contenders, run)
      for (const sample of measured) appendFileSync(samplesFile, `${JSON.stringify(sample)}\n`)
      say(shortReport(judge([work], measured)))
      samples.push(...measured)
    }
    return samples
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function main(): Promise<void> {
  const options = readOptions()
  const selected = selectWorks(options.filter)
  setUp()
  const startedAt = new Date().toISOString()
  const loadBefore = loadavg()
  mkdirSync(resultsDirectory, { recursive: true })
  const stem = join(resultsDirectory, startedAt.replaceAll(':', '-'))
  const samples = await measureAll(selected, options, `${stem}.samples.jsonl`)
  const judgement = judge(selected, samples)
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    loadBefore,
    loadAfter: loadavg(),
    node: process.version,
    library: libraryVersion(),
  }
  const run = { startedAt, machine, pairs: options.pairs, rounds: ROUNDS, judgement }
  writeFileSync(`${stem}.json`, `${JSON.stringify(run, undefined, 2)}\n`)
  process.stdout.write(`${report(selected, judgement)}\n\nRaw results: ${stem}.*\n`)
  if (options.check && !isAllReached(judgement)) process.exitCode = 1
}

await main()
