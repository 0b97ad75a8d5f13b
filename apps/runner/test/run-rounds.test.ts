import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Canary, Part, Sample } from '@rowrate/core'
import { runLineSchema } from '@rowrate/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { schedule } from '../src/plan/schedule.ts'
import { planSettings } from '../src/plan/settings.ts'
import type { AvailableEngine, RunContext } from '../src/run/context.ts'
import { Progress } from '../src/run/progress.ts'
import { runRounds } from '../src/run/rounds.ts'
import { StoreFolders } from '../src/run/store-folders.ts'
import { doneOf } from '../src/set/done.ts'
import { ResultSet } from '../src/set/result-set.ts'

const script = new URL('fixtures/scripted-worker.ts', import.meta.url).pathname

/** Gives these loop durations in turn, then always the same. */
function scriptedCanary(loopsMs: number[]) {
  const sample = (): Canary => ({
    at: '2026-01-01T00:00:00.000Z',
    loopNs: (loopsMs.shift() ?? 10) * 1e6,
    commitMedianNs: 1e5,
    commitMaxNs: 1e5,
  })
  return { sample, disk: () => 1 }
}

let folder: string
const jobs = (name: string) => readFileSync(join(folder, name), 'utf8').trim().split('\n')

const engineOf = (name: string, failing = ''): AvailableEngine => ({
  name,
  group: undefined,
  study: false,
  description: '',
  folder,
  packageName: name,
  dependencies: [],
  module: 'none',
  command: [process.execPath, script, 'note', `${join(folder, name)}|${failing}`],
  hasSetup: false,
  details: {
    kind: 'describe',
    name,
    api: 'sync',
    storage: 'none',
    entities: 'plain',
    lacks: { objects: 'none', tuples: 'none' },
    limits: {},
    runtime: 'scripted',
  },
})

function contextOf(engines: AvailableEngine[], canary?: RunContext['canary']): RunContext {
  const names = engines.map(({ name }) => name)
  return {
    plan: planSettings({ filter: names, mode: ['cold'] }, names),
    engines: new Map(engines.map((engine) => [engine.name, engine])),
    set: new ResultSet(folder, runLineSchema, () => undefined),
    stores: new StoreFolders(join(folder, 'data'), false),
    requestStore: () => Promise.reject(new Error('no second reader')),
    sampler: { foreignCores: () => 0, load1: () => 0.5, stop: () => undefined },
    canary,
    limits: { foreignCpuCores: 0.1, load1: undefined },
    progress: new Progress({ write: () => true }),
    signal: new AbortController().signal,
  }
}

async function run(context: RunContext): Promise<Sample[]> {
  const details = [...context.engines].map(([name, engine]) => [name, engine.details] as const)
  const rounds = schedule(context.plan, Object.fromEntries(details))
  const probes = new Map([...context.engines.keys()].map((name) => [name, 1]))
  await runRounds(context, rounds, doneOf(context.set.lines), probes)
  context.set.close()
  return context.set.lines.filter((line) => line.type === 'sample')
}

const textOf = (sample: Sample) =>
  `${sample.operation} ${sample.status}${'reason' in sample ? `: ${sample.reason}` : ''}${
    sample.status === 'ok' && sample.rejected ? ' rejected' : ''
  }`

describe('runRounds', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rowrate-rounds-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('runs each operation in a process of its own and says what is absent', async () => {
    const samples = await run(contextOf([engineOf('one')]))
    expect(samples.map(textOf)).toEqual([
      ...['A', 'B', 'C', 'D', 'E', 'F'].map((code) => `${code} ok`),
      'G absent: none',
      'H absent: none',
      ...['I', 'J', 'K'].map((code) => `${code} ok`),
    ])
    expect(jobs('one').slice(0, 3)).toEqual(['A cold after -', 'B cold after A', 'C cold after B'])
    expect(jobs('one')).toContain('I cold after F')
  })

  it('records a failure, runs nothing after it in that store, and goes on with the others', async () => {
    const samples = await run(contextOf([engineOf('bad', 'B'), engineOf('good')]))
    const ofBad = samples.filter(({ engine }) => engine === 'bad').map(textOf)
    expect(ofBad.slice(0, 4)).toEqual([
      'A ok',
      'B failed',
      'C not run: B failed',
      'D not run: B failed',
    ])
    expect(
      samples.filter(({ engine, status }) => engine === 'good' && status === 'ok'),
    ).toHaveLength(9)
    expect(jobs('bad')).toEqual(['A cold after -', 'B cold after A'])
  })

  it('runs all operations of an async system on a store in one process, where the plan says so', async () => {
    const file = join(folder, 'one')
    const { details, ...engine } = engineOf('one')
    const command = [process.execPath, script, 'stay', file]
    const context = contextOf([{ ...engine, command, details: { ...details, api: 'async' } }])
    const { parts, ...plan } = context.plan
    const shared = { modes: ['cold', 'warm'], study: { oneProcess: true } } satisfies Partial<Part>
    await run({
      ...context,
      plan: { ...plan, parts: parts.map((part) => ({ ...part, ...shared })) },
    })
    const lines = jobs('one').map((line) => line.split(' in ') as [string, string])
    expect(lines[8]![0]).toBe('K cold after J')
    const pids = lines.map(([, pid]) => pid)
    expect(new Set(pids.slice(0, 9)).size).toBe(1)
    expect(new Set(pids).size).toBe(2)
    // Both have ended with their stores.
    for (const pid of new Set(pids)) expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH')
  })

  it('records the wrong answer of an engine as a failure, never as a number', async () => {
    const engine = {
      ...engineOf('forgetful'),
      module: new URL('fixtures/forgetful-engine.ts', import.meta.url).href,
      command: undefined,
    }
    const [, , c, d, e] = await run(contextOf([engine]))
    expect([c!.status, d!.status, e!.status]).toEqual(['ok', 'failed', 'not run'])
    expect(d).toMatchObject({ code: 'RESULT_MISMATCH', message: expect.stringContaining('rows') })
  })

  it('measures a disturbed change once more in a store that it rebuilds', async () => {
    // Before A, after A, then before and after B, which differ; each round begins with a canary of its own.
    const canary = scriptedCanary([10, 10, 10, 40])
    const samples = await run(contextOf([engineOf('one')], canary))
    expect(samples.slice(0, 4).map(textOf)).toEqual(['A ok', 'B ok rejected', 'B ok', 'C ok'])
    expect(jobs('one').slice(0, 5)).toEqual([
      'A cold after -',
      'B cold after A',
      'A rebuild after -',
      'B cold after A',
      'C cold after B',
    ])
    expect(samples[1]).toMatchObject({
      rejected: 'canary loop 10.0 ms before, 40.0 ms after: 4.0 ×',
    })
  })

  it('measures a disturbed sample once more only', async () => {
    const canary = scriptedCanary([10, 40, 10, 40])
    const samples = await run(contextOf([engineOf('one')], canary))
    expect(samples.slice(0, 3).map(textOf)).toEqual(['A ok rejected', 'A ok', 'B ok'])
  })

  it('lets the canary after a sample be the one before the next', async () => {
    const canary = scriptedCanary([10, 11, 12, 13])
    const samples = await run(contextOf([engineOf('one'), engineOf('two')], canary))
    const [first, second, third] = samples as Extract<Sample, { status: 'ok' }>[]
    const loops = (sample: typeof first) =>
      [sample!.canaryBefore!.loopNs, sample!.canaryAfter!.loopNs].map((ns) => ns / 1e6)
    expect([loops(first), loops(second)]).toEqual([
      [10, 11],
      [11, 12],
    ])
    expect(loops(third)[0]).toBe(13)
  })

  it('goes on where a set ends, rebuilding the store from its finished operations', async () => {
    const whole = contextOf([engineOf('one')])
    const samples = await run(whole)
    rmSync(join(folder, 'one'))
    rmSync(join(folder, 'runs.jsonl'))
    const rest = contextOf([engineOf('one')])
    for (const sample of samples.slice(0, 8)) rest.set.append(sample)
    expect((await run(rest)).map(textOf)).toEqual(samples.map(textOf))
    expect(jobs('one')).toEqual([
      'A rebuild after -',
      'B rebuild after A',
      'C rebuild after B',
      'I cold after F',
      'J cold after I',
      'K cold after J',
    ])
  })
})
