import { z } from 'zod'

import { storesPlanSchema, allocators } from './result-set.ts'

/*
 * summary.json of a many-stores set: what its raw lines say, as figures. Durations in nanoseconds per store, sizes in bytes per
 * store, unless a name says otherwise.
 */

/** Of one timed part. Over several runs each is the median of the runs' own. */
export const storeFigureSchema = z.object({
  medianNs: z.number(),
  /** null below 100 stores. */
  p90Ns: z.number().nullable(),
  /** null below 1,000 stores. */
  p99Ns: z.number().nullable(),
  maxNs: z.number(),
  /** Median of each run. */
  runsNs: z.array(z.number()),
})
export type StoreFigure = z.infer<typeof storeFigureSchema>

const memorySchema = z.object({
  held: z.number().int(),
  residentBytes: z.number(),
  anonymousBytes: z.number(),
  descriptors: z.number(),
  threads: z.number(),
})

/** A variant in one setting: the study's rows. Parts are null where the phase has no figure; `missing` says why. */
export const storesRowSchema = z.object({
  variant: z.string(),
  create: storeFigureSchema.nullable(),
  storesPerSecond: z.number().nullable(),
  open: storeFigureSchema.nullable(),
  query: storeFigureSchema.nullable(),
  close: storeFigureSchema.nullable(),
  /** Open, query and close together. */
  whole: storeFigureSchema.nullable(),
  memory: memorySchema.nullable(),
  disk: z.object({ apparentBytes: z.number(), allocatedBytes: z.number() }).nullable(),
  /** Highest load average at the start of its phases. */
  maxLoad1: z.number().nullable(),
  noisyStarts: z.number().int(),
  failedStores: z.number().int(),
  forcedCollections: z.number().int(),
  missing: z.array(z.string()),
})
export type StoresRow = z.infer<typeof storesRowSchema>

export const profileRowSchema = z.object({
  variant: z.string(),
  place: z.enum(['disk', 'tmpfs']),
  stores: z.number().int(),
  /** Median by step, in their order. */
  steps: z.array(z.object({ name: z.string(), medianNs: z.number() })),
  totalNs: z.number(),
  /** Calls per store by kind; null where they could not be counted. */
  syncs: z.record(z.string(), z.number()).nullable(),
})
export type ProfileRow = z.infer<typeof profileRowSchema>

/** A variant at one size of a growth series. */
export const growthPointSchema = z.object({
  variant: z.string(),
  stores: z.number().int(),
  notes: z.number().int(),
  createNs: z.number().nullable(),
  openNs: z.number().nullable(),
  queryNs: z.number().nullable(),
  wholeNs: z.number().nullable(),
  residentBytes: z.number().nullable(),
  allocatedBytes: z.number().nullable(),
})
export type GrowthPoint = z.infer<typeof growthPointSchema>

export const storesSummarySchema = z.object({
  schema: z.literal(1),
  suite: z.literal('stores'),
  plan: storesPlanSchema,
  engines: z.array(
    z.object({
      variant: z.string(),
      label: z.string(),
      engine: z.string(),
      family: z.enum(['objectbox', 'sqlite', 'other']),
      /** Language and version, such as `python 3.12.3`. */
      runtime: z.string(),
      published: z.string().nullable(),
      marshalling: z.enum(['generated', 'library']).nullable(),
      note: z.string().nullable(),
      limits: z.record(z.string(), z.string()),
      unranked: z.string().nullable(),
      versions: z.record(z.string(), z.string()),
      /** What its stores read back, each different reading once. */
      settings: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
    }),
  ),
  /** Engine to the reason why it could not take part. */
  unavailable: z.record(z.string(), z.string()),
  settings: z.array(z.object({ allocator: z.enum(allocators), rows: z.array(storesRowSchema) })),
  profiles: z.array(profileRowSchema),
  growth: z.object({
    stores: z.array(growthPointSchema),
    notes: z.array(growthPointSchema),
    /** Where a series ended early, and why. */
    stops: z.array(z.string()),
  }),
  /** What the measuring itself costs for each store: the engine that stores nothing. */
  harness: z.object({ createNs: z.number(), openNs: z.number() }).nullable(),
  /** The first stores that failed, by path. */
  failures: z.array(
    z.object({
      variant: z.string(),
      phase: z.string(),
      directory: z.string(),
      message: z.string(),
    }),
  ),
  isComplete: z.boolean(),
})
export type StoresSummary = z.infer<typeof storesSummarySchema>
