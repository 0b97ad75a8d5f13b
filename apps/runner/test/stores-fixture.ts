import type { Region } from '@rowrate/core'
import type {
  OkPhaseLine,
  PhaseKey,
  PhaseLine,
  PhaseResult,
  StoreDescription,
  StoresEnvironment,
  StoresPlan,
} from '@rowrate/core/stores'
import { packSamples } from '@rowrate/core/stores'

import { storesPlan } from '../src/stores/plan.ts'
import type { StoresSet } from '../src/stores/set.ts'

const region: Region = {
  durationNs: 1,
  cpuUserUs: 0,
  cpuSystemUs: 0,
  voluntarySwitches: 0,
  involuntarySwitches: 0,
  majorFaults: 0,
  collections: { minor: 0, major: 0, other: 0, pauseMs: 0 },
}

type Family = StoreDescription['family']

export const description = (
  name: string,
  family: Family,
  published?: string,
): StoreDescription => ({
  kind: 'describe',
  name,
  api: 'sync',
  family,
  variants: [{ name, label: name, ...(published !== undefined && { published }) }],
  limits: {},
  runtime: 'node 24.21.0',
})

export const plan: StoresPlan = {
  ...storesPlan({}, ['objectbox', 'sqlite', 'libsql']),
  count: 4,
  hold: 2,
  order: 'interleaved',
}

export const environment: StoresEnvironment = {
  schema: 1,
  suite: 'stores',
  startedAt: '2026-12-01T12:00:00.000Z',
  rowrate: { version: '0.1.0', commit: 'abcdef0123456789', dirty: false },
  plan,
  machine: {
    cpu: 'Test 1000',
    cores: 4,
    governor: 'performance',
    memoryBytes: 8 * 1024 ** 3,
    kernel: '6.1',
    distribution: 'Debian 12',
    virtual: false,
  },
  storage: {
    fileSystem: 'ext4',
    device: '/dev/vda',
    commitInPlace: { medianNs: 1e6, p99Ns: 2e6 },
    commitGrowing: { medianNs: 1e6, p99Ns: null },
  },
  node: 'v24.21.0',
  flags: [],
  engines: {
    objectbox: {
      description: description('objectbox', 'objectbox', 'ObjectBox, skip model sync'),
      versions: {},
    },
    sqlite: { description: description('sqlite', 'sqlite', 'SQLite'), versions: { lib: '1.2.3' } },
    libsql: { description: description('libsql', 'sqlite', 'libSQL'), versions: {} },
    null: { description: description('null', 'other'), versions: {} },
  },
}

const key = (variant: string, changes: Partial<PhaseKey>): PhaseKey => ({
  variant,
  allocator: 'default',
  series: 'main',
  place: 'disk',
  notes: 1_000,
  phase: 'create',
  count: 4,
  seed: 0,
  ...changes,
})

/** A phase of which every store took the same, in microseconds by step. */
export function okLine(
  variant: string,
  changes: Partial<PhaseKey>,
  stepsUs: Readonly<Record<string, number>>,
  result: Partial<PhaseResult> = {},
): OkPhaseLine {
  const full = key(variant, changes)
  const stores = full.phase === 'hold' ? 2 : full.count
  const samples = Object.entries(stepsUs).map(([name, us]) => [
    name,
    packSamples(Array.from({ length: stores }, (_, index) => us * 1_000 + index)),
  ])
  return {
    ...full,
    type: 'phase',
    status: 'ok',
    startedAt: '2026-12-01T12:00:00.000Z',
    position: 1,
    load1: 0.5,
    foreignCpuCores: 0,
    noisyStart: false,
    result: {
      kind: 'phase',
      stores,
      samples: Object.fromEntries(samples) as Record<string, string>,
      wallNs: stores * 1e7,
      region,
      failures: [],
      failed: 0,
      descriptors: { before: 20, after: 20 },
      forcedCollections: 0,
      verified: { counted: stores, compared: 0 },
      disk: {
        apparentBytes: stores * 316 * 1024,
        allocatedBytes: stores * 320 * 1024,
        files: stores,
      },
      settings: [{ synchronous: 2 }],
      ...result,
    },
  }
}

const state = (kibibytes: number, anonymousKibibytes: number) => ({
  residentBytes: kibibytes * 1024,
  anonymousBytes: anonymousKibibytes * 1024,
  descriptors: 20 + kibibytes / 100,
  threads: 7,
})

/** All phases of a variant; `openUs` differs from run to run by a microsecond. */
export const variantLines = (variant: string, openUs: number): PhaseLine[] => [
  okLine(variant, {}, { create: 1_000, write: 2_000, close: 10 }),
  ...plan.seeds.map((seed) =>
    okLine(variant, { phase: 'open', seed }, { open: openUs + seed, query: 100, close: 20 }),
  ),
  ...(variant === 'null'
    ? []
    : [
        okLine(
          variant,
          { phase: 'hold', seed: 1 },
          { open: openUs, query: 100 },
          { memory: { held: 2, before: state(0, 0), after: state(800, 200) } },
        ),
      ]),
]

export const completeLines: readonly PhaseLine[] = [
  ...variantLines('objectbox', 80),
  ...variantLines('sqlite', 40),
  ...variantLines('libsql', 200),
  ...variantLines('null', 0),
]

export const setOf = (
  lines: StoresSet['lines'] = completeLines,
  changes: Partial<StoresPlan> = {},
): StoresSet => ({ environment: { ...environment, plan: { ...plan, ...changes } }, lines })
