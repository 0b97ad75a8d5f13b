import type { Allocator, StoresRow, StoresSummary } from '@rowrate/core/stores'
import { z } from 'zod'

import figures from '../../../reference/stores-published.json' with { type: 'json' }

const systemSchema = z.record(z.string(), z.number().nullable())
const settingSchema = z.record(z.string(), systemSchema)

const publishedSchema = z.object({
  source: z.string(),
  workload: z.string(),
  machine: z.string(),
  settings: z.object({ default: settingSchema, mmap_threshold_131072: settingSchema }),
  units: z.string(),
  create_profile_ms: z.record(z.enum(['disk', 'tmpfs']), z.record(z.string(), z.number())),
})

export const published = publishedSchema.parse(figures)

type Engine = StoresSummary['engines'][number]

/** One measure of the study: its name there, and ours in the same unit (ms, per second, KB). */
export interface Measure {
  readonly name: string
  readonly short: string
  readonly digits: number
  readonly ours: (row: StoresRow) => number | null | undefined
}

const ms = (ns: number | null | undefined) => (ns === null || ns === undefined ? null : ns / 1e6)
const kb = (bytes: number | null | undefined) =>
  bytes === null || bytes === undefined ? null : bytes / 1024

export const createMeasure = 'Create, write 1,000 objects, close (median)'
export const codegenMeasure = 'same, with the experimental FlatBuffers codegen (2026-10-12)'
export const wholeMeasure = 'Open, query, close (median)'

export const measures: readonly Measure[] = [
  {
    name: createMeasure,
    short: 'Create, write, close',
    digits: 2,
    ours: ({ create }) => ms(create?.medianNs),
  },
  {
    name: 'Stores per second',
    short: 'Stores/s',
    digits: 0,
    ours: ({ storesPerSecond }) => storesPerSecond,
  },
  { name: 'Open (median)', short: 'Open', digits: 3, ours: ({ open }) => ms(open?.medianNs) },
  {
    name: 'Count query (median)',
    short: 'Query',
    digits: 3,
    ours: ({ query }) => ms(query?.medianNs),
  },
  {
    name: wholeMeasure,
    short: 'Open, query, close',
    digits: 3,
    ours: ({ whole }) => ms(whole?.medianNs),
  },
  { name: 'same, p99', short: 'its p99', digits: 3, ours: ({ whole }) => ms(whole?.p99Ns) },
  { name: 'Close (median)', short: 'Close', digits: 3, ours: ({ close }) => ms(close?.medianNs) },
  {
    name: 'Memory per open store (1,000 open), resident',
    short: 'Resident',
    digits: 0,
    ours: ({ memory }) => kb(memory?.residentBytes),
  },
  {
    name: "same, anonymous (process' own memory)",
    short: 'Anonymous',
    digits: 0,
    ours: ({ memory }) => kb(memory?.anonymousBytes),
  },
  {
    name: 'Space per store, files',
    short: 'Disk',
    digits: 0,
    ours: ({ disk }) => kb(disk?.apparentBytes),
  },
]

const settingName = { default: 'default', mmap: 'mmap_threshold_131072' } as const

/** The study's figure that a variant's answers to; where both marshal by generated code, the study's figure of that. */
export function publishedFigure(
  { published: system, marshalling }: Pick<Engine, 'published' | 'marshalling'>,
  allocator: Allocator,
  measure: string,
): number | null {
  if (system === null) return null
  const row = published.settings[settingName[allocator]][system]
  const generated = measure === createMeasure && marshalling === 'generated'
  return (generated ? row?.[codegenMeasure] : undefined) ?? row?.[measure] ?? null
}

/** Two of ours whose order differs from the study's by open, query, close. */
export interface Discordance {
  readonly faster: string
  readonly slower: string
}

/** `node` or `python`. */
const languageOf = ({ runtime }: Engine) => runtime.split(' ', 1)[0]!

/** Whether rows are measured through the libraries that the study measured. */
export const hasStudyLanguage = (engines: readonly Engine[]): boolean =>
  engines.some((engine) => languageOf(engine) === 'python')

/**
 * Pairs of one language that the study ranks the other way round, where every run of one was faster than every run of the other.
 */
export function discordances(
  engines: readonly Engine[],
  rows: readonly StoresRow[],
  allocator: Allocator,
): Discordance[] {
  const known = rows.flatMap((row) => {
    const engine = engines.find(({ variant }) => variant === row.variant)
    const theirs = engine ? publishedFigure(engine, allocator, wholeMeasure) : null
    return engine && row.whole && theirs !== null
      ? [{ variant: row.variant, language: languageOf(engine), runs: row.whole.runsNs, theirs }]
      : []
  })
  const isFaster = (a: readonly number[], b: readonly number[]) => Math.max(...a) < Math.min(...b)
  return known.flatMap((a) =>
    known
      .filter((b) => a.language === b.language)
      .filter((b) => isFaster(a.runs, b.runs) && a.theirs > b.theirs)
      .map((b) => ({ faster: a.variant, slower: b.variant })),
  )
}
