import { z } from 'zod'

import { environmentSchema, unavailableLineSchema } from '../result-set.ts'
import { storePhases } from './engine.ts'
import { phaseResultSchema, storeDescriptionSchema } from './job.ts'
import { noteWorkloads } from './notes.ts'
import { storeQueries } from './steps.ts'

/*
 * What a result set of the many-stores suite holds: environment.json, runs.jsonl, load.jsonl, summary.json, README.md and its
 * charts. A set is rendered again from the first three alone.
 */

export const allocators = ['default', 'mmap'] as const
/** `mmap`: MALLOC_MMAP_THRESHOLD_=131072, so that blocks from 128 KiB on go back to the system when they are freed. */
export type Allocator = (typeof allocators)[number]

export const allocatorEnvironment: Readonly<Record<Allocator, Readonly<Record<string, string>>>> = {
  default: {},
  mmap: { MALLOC_MMAP_THRESHOLD_: '131072' },
}

/** `main`: the study's phases; `stores` and `notes`: how costs grow with their number. */
export const storeSeries = ['main', 'profile', 'stores', 'notes'] as const
export type StoreSeries = (typeof storeSeries)[number]

/** A set of stores that phases work on, one after the other. */
export const siteSchema = z.object({
  variant: z.string(),
  allocator: z.enum(allocators),
  series: z.enum(storeSeries),
  /** File system: the data directory's, or tmpfs, where commits are free. */
  place: z.enum(['disk', 'tmpfs']),
  /** Notes of each store. */
  notes: z.number().int().min(1),
})
export type Site = z.infer<typeof siteSchema>

/** What a line belongs to; no two finished lines of a set have the same. */
export const phaseKeySchema = z.object({
  ...siteSchema.shape,
  phase: z.enum(storePhases),
  /** Stores of the site at the end of the phase. */
  count: z.number().int().min(1),
  /** Of the random order in which stores are opened; 0 where there is none. */
  seed: z.number().int(),
})
export type PhaseKey = z.infer<typeof phaseKeySchema>

const phaseLineBase = { ...phaseKeySchema.shape, type: z.literal('phase') }

export const phaseLineSchema = z.discriminatedUnion('status', [
  z.object({
    ...phaseLineBase,
    status: z.literal('ok'),
    startedAt: z.iso.datetime(),
    /** Place among the phases of the run, from 1. */
    position: z.number().int(),
    load1: z.number(),
    /** CPU that other processes used just before, in cores. */
    foreignCpuCores: z.number(),
    /** The gate gave up waiting for a quiet machine. */
    noisyStart: z.boolean(),
    result: phaseResultSchema,
    /** What the worker printed. */
    output: z.string().optional(),
  }),
  z.object({
    ...phaseLineBase,
    status: z.literal('failed'),
    startedAt: z.iso.datetime(),
    code: z.string(),
    message: z.string(),
    output: z.string().optional(),
  }),
  /** An earlier phase failed, or there is no room. */
  z.object({ ...phaseLineBase, status: z.literal('not run'), reason: z.string() }),
])
export type PhaseLine = z.infer<typeof phaseLineSchema>
export type OkPhaseLine = Extract<PhaseLine, { status: 'ok' }>

/** A line of runs.jsonl. */
export const storesRunLineSchema = z.union([phaseLineSchema, unavailableLineSchema])
export type StoresRunLine = z.infer<typeof storesRunLineSchema>

/** Everything that decides which phases a set holds; `--resume` demands the same. */
export const storesPlanSchema = z.object({
  preset: z.enum(['quick', 'selection', 'full']),
  variants: z.array(z.string()),
  workload: z.enum(noteWorkloads),
  notes: z.number().int().min(1),
  count: z.number().int().min(1),
  hold: z.number().int().min(1),
  query: z.enum(storeQueries),
  seeds: z.array(z.number().int()),
  allocators: z.array(z.enum(allocators)),
  dropCaches: z.boolean(),
  /** The study's phases are part of it. */
  main: z.boolean(),
  /** Stores of each profile; null: none. */
  profile: z.number().int().min(1).nullable(),
  grow: z
    .object({
      stores: z.array(z.number().int().min(1)),
      notes: z.array(z.number().int().min(1)),
      /** Stores of each step of the notes' growth. */
      storesPerNotes: z.number().int().min(1),
    })
    .nullable(),
  /**
   * `interleaved`: all engines go through a phase before the next one begins; `grouped`: an engine goes through all of them, where
   * the stores of all together would not stay in the page cache.
   */
  order: z.enum(['interleaved', 'grouped']),
})
export type StoresPlan = z.infer<typeof storesPlanSchema>

export const storesEngineRecordSchema = z.object({
  description: storeDescriptionSchema,
  /** Package name to installed version, from the engine's own dependencies. */
  versions: z.record(z.string(), z.string()),
})
export type StoresEngineRecord = z.infer<typeof storesEngineRecordSchema>

/** environment.json: recorded once per set, before the first phase. */
export const storesEnvironmentSchema = environmentSchema
  .omit({ plan: true, engines: true })
  .extend({
    suite: z.literal('stores'),
    plan: storesPlanSchema,
    /** By engine (package); each has one variant or more. */
    engines: z.record(z.string(), storesEngineRecordSchema),
  })
export type StoresEnvironment = z.infer<typeof storesEnvironmentSchema>
