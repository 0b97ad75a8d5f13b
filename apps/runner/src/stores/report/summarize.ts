import type {
  Allocator,
  GrowthPoint,
  OkPhaseLine,
  PhaseLine,
  ProfileRow,
  StoresRow,
  StoresSummary,
  StoreVariant,
} from '@rowrate/core/stores'
import { median } from 'simple-statistics'

import { harnessEngine } from '../configuration.ts'
import { keyText, storesSchedule } from '../schedule.ts'
import type { StoresSet } from '../set.ts'
import { doneStores, durationsOf, figureOfSteps } from './figures.ts'

const createSteps = ['create', 'write', 'close']
const openSteps = ['open', 'query', 'close']

const isOk = (line: PhaseLine): line is OkPhaseLine => line.status === 'ok'

const phaseLines = ({ lines }: StoresSet): PhaseLine[] =>
  lines.filter((line) => line.type === 'phase')

const missingReason = (line: PhaseLine): string | undefined => {
  if (line.status === 'failed') return `${line.phase}: ${line.message}`
  return line.status === 'not run' ? `${line.phase}: ${line.reason}` : undefined
}

function memoryOf(line: OkPhaseLine | undefined): StoresRow['memory'] {
  const memory = line?.result.memory
  if (!memory) return null
  const { held, before, after } = memory
  const perStore = (name: keyof typeof before) => (after[name] - before[name]) / held
  return {
    held,
    residentBytes: perStore('residentBytes'),
    anonymousBytes: perStore('anonymousBytes'),
    descriptors: perStore('descriptors'),
    threads: perStore('threads'),
  }
}

function diskOf(line: OkPhaseLine): { apparentBytes: number; allocatedBytes: number } {
  const { apparentBytes, allocatedBytes } = line.result.disk
  const stores = doneStores(line)
  return { apparentBytes: apparentBytes / stores, allocatedBytes: allocatedBytes / stores }
}

const total = (lines: readonly OkPhaseLine[], of: (line: OkPhaseLine) => number) =>
  lines.reduce((sum, line) => sum + of(line), 0)

/** A variant's figures from its lines in one setting. */
export function storesRow(variant: string, lines: readonly PhaseLine[]): StoresRow {
  const ok = lines.filter(isOk)
  const [create] = ok.filter(({ phase }) => phase === 'create')
  const opens = ok.filter(({ phase }) => phase === 'open')
  const hold = ok.find(({ phase }) => phase === 'hold')
  return {
    variant,
    create: figureOfSteps(create ? [create] : [], createSteps),
    storesPerSecond: create ? doneStores(create) / (create.result.wallNs / 1e9) : null,
    open: figureOfSteps(opens, ['open']),
    query: figureOfSteps(opens, ['query']),
    close: figureOfSteps(opens, ['close']),
    whole: figureOfSteps(opens, openSteps),
    memory: memoryOf(hold),
    disk: create ? diskOf(create) : null,
    maxLoad1: ok.length === 0 ? null : Math.max(...ok.map(({ load1 }) => load1)),
    noisyStarts: ok.filter(({ noisyStart }) => noisyStart).length,
    failedStores: total(ok, ({ result }) => result.failed),
    forcedCollections: total(ok, ({ result }) => result.forcedCollections),
    missing: [...new Set(lines.map(missingReason).filter((each) => each !== undefined))],
  }
}

function profileRow(line: OkPhaseLine): ProfileRow {
  const steps = Object.keys(line.result.samples)
  const stores = doneStores(line)
  const { syncs } = line.result
  return {
    variant: line.variant,
    place: line.place,
    stores,
    steps: steps.map((name) => ({ name, medianNs: median(durationsOf(line, [name])) })),
    totalNs: median(durationsOf(line, steps)),
    syncs: syncs
      ? Object.fromEntries(Object.entries(syncs).map(([kind, count]) => [kind, count / stores]))
      : null,
  }
}

/** The points of one series, one for each variant and size. */
function growthPoints(lines: readonly PhaseLine[], series: 'stores' | 'notes'): GrowthPoint[] {
  const groups = Map.groupBy(
    lines.filter((line) => line.series === series).filter(isOk),
    ({ variant, count, notes }) => `${variant}|${count}|${notes}`,
  )
  return [...groups.values()].map((group) => {
    const { variant, count, notes } = group[0]!
    const row = storesRow(variant, group)
    const [first] = group
    return {
      variant,
      stores: count,
      notes,
      createNs: row.create?.medianNs ?? null,
      openNs: row.open?.medianNs ?? null,
      queryNs: row.query?.medianNs ?? null,
      wholeNs: row.whole?.medianNs ?? null,
      residentBytes: row.memory?.residentBytes ?? null,
      allocatedBytes: first ? diskOf(first).allocatedBytes : null,
    }
  })
}

/** Where a series had no room, once for each reason. */
function growthStops(lines: readonly PhaseLine[]): string[] {
  const stopped = lines.filter(
    (line) => line.status === 'not run' && (line.series === 'stores' || line.series === 'notes'),
  )
  return [
    ...new Set(stopped.map((line) => `${line.variant}: ${'reason' in line ? line.reason : ''}`)),
  ]
}

/** What the stores of a variant read back, each different reading once. */
function settingsOf(lines: StoresSet['lines'], variant: string) {
  const read = lines
    .filter((line) => line.type === 'phase')
    .filter(isOk)
    .filter((line) => line.variant === variant)
    .flatMap(({ result }) => result.settings)
  return [...new Map(read.map((settings) => [JSON.stringify(settings), settings])).values()]
}

function enginesOf({ environment, lines }: StoresSet): StoresSummary['engines'] {
  const unavailable = new Set(lines.flatMap((line) => (line.type === 'phase' ? [] : line.engine)))
  return Object.entries(environment.engines)
    .filter(([name]) => !unavailable.has(name))
    .flatMap(([engine, { description, versions }]) =>
      description.variants.map((variant) => ({
        variant: variant.name,
        label: variant.label,
        engine,
        family: description.family,
        runtime: description.runtime,
        published: variant.published ?? null,
        marshalling: variant.marshalling ?? null,
        note: variant.note ?? null,
        limits: description.limits,
        unranked: description.unranked ?? null,
        versions,
        settings: settingsOf(lines, variant.name),
      })),
    )
    .filter(({ variant }) => environment.plan.variants.includes(variant))
}

function harnessOf(lines: readonly PhaseLine[]): StoresSummary['harness'] {
  const row = storesRow(harnessEngine, lines)
  if (!row.create || !row.whole) return null
  return { createNs: row.create.medianNs, openNs: row.whole.medianNs }
}

function isComplete({ environment, lines }: StoresSet): boolean {
  const done = new Set(lines.flatMap((line) => (line.type === 'phase' ? keyText(line) : [])))
  const missing = new Set(lines.flatMap((line) => (line.type === 'phase' ? [] : line.engine)))
  const variants = Object.values(environment.engines)
    .filter(({ description }) => !missing.has(description.name))
    .flatMap(({ description }) => description.variants as StoreVariant[])
    .filter(({ name }) => environment.plan.variants.includes(name))
  return storesSchedule(environment.plan, variants).every(({ key }) => done.has(keyText(key)))
}

/** All figures of a set, computed from its raw lines. */
export function summarizeStores(set: StoresSet): StoresSummary {
  const { plan } = set.environment
  const lines = phaseLines(set)
  const engines = enginesOf(set)
  const main = (variant: string, allocator: Allocator) =>
    lines.filter(
      (line) => line.series === 'main' && line.variant === variant && line.allocator === allocator,
    )
  const [firstAllocator] = plan.allocators
  return {
    schema: 1,
    suite: 'stores',
    plan,
    engines,
    unavailable: Object.fromEntries(
      set.lines.flatMap((line) => (line.type === 'phase' ? [] : [[line.engine, line.message]])),
    ),
    settings: plan.main
      ? plan.allocators.map((allocator) => ({
          allocator,
          rows: engines
            .filter(({ variant }) => variant !== harnessEngine)
            .map(({ variant }) => storesRow(variant, main(variant, allocator))),
        }))
      : [],
    profiles: lines
      .filter(isOk)
      .filter(({ series }) => series === 'profile')
      .map(profileRow),
    growth: {
      stores: growthPoints(lines, 'stores'),
      notes: growthPoints(lines, 'notes'),
      stops: growthStops(lines),
    },
    harness: firstAllocator ? harnessOf(main(harnessEngine, firstAllocator)) : null,
    failures: lines
      .filter(isOk)
      .flatMap(({ variant, phase, result }) =>
        result.failures.map(({ directory, message }) => ({ variant, phase, directory, message })),
      ),
    isComplete: isComplete(set),
  }
}
