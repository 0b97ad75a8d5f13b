import type {
  AuditLine,
  Canary,
  EngineRecord,
  Environment,
  OperationCode,
  Part,
  Sample,
  SampleKey,
} from '@rowrate/core'
import { operations, reasonForAbsence } from '@rowrate/core'

import type { ResultSet } from '../src/report/read-result-set.ts'

/** Durations are scripted: a base per operation, divided by the engine's speed, with a fixed pattern as noise. */
interface FixtureEngine {
  readonly name: string
  readonly speed: number
  /** Relative size of the noise pattern. */
  readonly noise?: number
  readonly description?: Partial<EngineRecord['description']>
}

export interface FixtureOptions {
  readonly engines: readonly FixtureEngine[]
  readonly parts?: readonly Partial<Part>[]
  readonly blocks?: number
  readonly twin?: string
  readonly canary?: boolean
  /** Changes or drops single samples. */
  readonly edit?: (sample: Sample) => Sample | readonly Sample[] | null
}

const rowsOf: Partial<Record<OperationCode, number>> = { A: 100, B: 10_000, C: 10_000, F: 200 }
/** The counted pass is smaller than the measured one. */
const auditedRowsOf: Partial<Record<OperationCode, number>> = { A: 25, B: 50, C: 50, F: 50 }
const statementsOf: Partial<Record<OperationCode, number>> = { B: 52, C: 52 }
const startMs = Date.UTC(2026, 11, 1, 12)

const isoAt = (second: number) => new Date(startMs + second * 1000).toISOString()

export function fixtureSet(options: FixtureOptions): ResultSet {
  const environment = fixtureEnvironment(options)
  const samples = environment.plan.parts.flatMap((part) => samplesOfPart(part, options))
  const edit = options.edit ?? ((sample) => sample)
  return {
    environment,
    samples: samples.flatMap((sample) => edit(sample) ?? []),
    audits: options.engines.map(({ name }) => auditOf(name)),
    unavailable: new Map(),
    disks: [],
    load: [0.5, 1.2, 2.1].map((load1, index) => ({
      at: isoAt(index * 10),
      load1,
      foreignCpuCores: 0.02,
    })),
  }
}

function fixtureEnvironment({
  engines,
  parts = [{}],
  blocks = 5,
  twin,
  canary = true,
}: FixtureOptions) {
  const plan: Environment['plan'] = {
    preset: 'selection',
    engines: engines.map(({ name }) => name),
    ...(twin === undefined ? {} : { twin }),
    parts: parts.map((part) => ({
      tests: [1],
      table: 'default',
      modes: ['warm'],
      journal: 'delete',
      blocks,
      ...part,
    })),
    canary,
    audit: true,
    workload: { seed: 1, iterations: 100, batchSize: 10_000 },
  }
  const environment: Environment = {
    schema: 1,
    startedAt: isoAt(0),
    rowrate: { version: '0.1.0', commit: '0123456789abcdef0123456789abcdef01234567', dirty: false },
    plan,
    machine: {
      cpu: 'Example CPU',
      cores: 2,
      governor: 'not exposed',
      memoryBytes: 8 * 2 ** 30,
      kernel: '6.12.0',
      distribution: 'Example Linux 1',
      virtual: true,
    },
    storage: {
      fileSystem: 'ext4',
      device: '/dev/vda',
      commitInPlace: { medianNs: 500_000, p99Ns: 2_000_000 },
      commitGrowing: { medianNs: 900_000, p99Ns: 3_000_000 },
    },
    node: 'v24.21.0',
    flags: ['--expose-gc'],
    engines: Object.fromEntries(engines.map((engine) => [engine.name, recordOf(engine)])),
  }
  return environment
}

const recordOf = ({ name, description }: FixtureEngine): EngineRecord => ({
  description: {
    kind: 'describe',
    name,
    api: 'sync',
    storage: 'sqlite',
    entities: 'plain',
    lacks: {},
    limits: {},
    runtime: 'node 24.21.0',
    ...description,
  },
  versions: { [name]: '1.0.0' },
})

function samplesOfPart(part: Part, options: FixtureOptions): Sample[] {
  const samples: Sample[] = []
  const entries = [
    ...options.engines.map((engine) => ({ engine, twin: false })),
    ...options.engines
      .filter(({ name }) => name === options.twin)
      .map((engine) => ({ engine, twin: true })),
  ]
  for (const test of part.tests) {
    for (const mode of part.modes) {
      for (let block = 1; block <= part.blocks; block += 1) {
        for (const { code } of operations) {
          entries.forEach(({ engine, twin }, index) => {
            const { table, journal, variant } = part
            const key = { engine: engine.name, twin, test, table, mode, journal, block }
            const place = { ...key, operation: code, ...(variant !== undefined && { variant }) }
            samples.push(sampleOf(place, engine, { index, options }))
          })
        }
      }
    }
  }
  return samples
}

function sampleOf(
  key: SampleKey,
  engine: FixtureEngine,
  { index, options }: { index: number; options: FixtureOptions },
): Sample {
  const base = { ...key, type: 'sample' as const, position: index + 1, startedAt: isoAt(index) }
  const place = operations.findIndex(({ code }) => code === key.operation)
  const { entities, lacks } = recordOf(engine).description
  const reason = reasonForAbsence(operations[place]!, { entities, lacks }, key.test)
  if (reason !== undefined) return { ...base, status: 'absent', reason }
  const wave = (((key.block * 7 + index * 3 + place * 5) % 11) - 5) / 5
  const pace = (1 + wave * (engine.noise ?? 0.01)) / engine.speed
  const passes = key.mode === 'hot' ? 10 : 1
  const factors = { cold: 1.3, warm: 1, hot: 0.9 }
  const durationNs = Math.round((20 + place) * 1e6 * pace * factors[key.mode])
  const rows = rowsOf[key.operation] ?? 300
  return {
    ...base,
    status: 'ok',
    measurement: {
      kind: 'operation',
      rows,
      regions: Array.from({ length: passes }, () => regionOf(durationNs)),
      otherSlice: false,
      ...(key.operation === 'C' ? { idsReturned: true } : {}),
      settings: [{ sqlite_version: '3.53.4', journal_mode: key.journal, synchronous: 2 }],
      peakMemoryBytes: 60 * 2 ** 20,
    },
    ...(options.canary === false ? {} : { canaryBefore: canary, canaryAfter: canary }),
    load1: 1,
    foreignCpuCores: 0.02,
    noisyStart: false,
  }
}

const regionOf = (durationNs: number) => ({
  durationNs,
  cpuUserUs: durationNs / 1000,
  cpuSystemUs: 0,
  voluntarySwitches: 0,
  involuntarySwitches: 0,
  majorFaults: 0,
  collections: { minor: 2, major: 0, other: 0, pauseMs: durationNs / 20e6 },
})

const canary: Canary = {
  at: isoAt(0),
  loopNs: 10_000_000,
  commitMedianNs: 40_000,
  commitMaxNs: 200_000,
}

const auditOf = (engine: string): AuditLine => ({
  type: 'audit',
  engine,
  test: 1,
  journal: 'delete',
  operations: operations.map(({ code, kind, shape }) => {
    const commits = kind === 'read' ? 0 : shape === 'each' ? 25 : 1
    const rows = auditedRowsOf[code] ?? 125
    return {
      operation: code,
      rows,
      commits,
      statements: statementsOf[code] ?? rows,
      ...(kind === 'update' ? { updateColumns: code === 'I' ? 3 : 1 } : {}),
      syncs: commits === 0 ? {} : { fsync: commits * 4 },
    }
  }),
})
