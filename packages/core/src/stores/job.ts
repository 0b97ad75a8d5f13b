import { z } from 'zod'

import { failureSchema } from '../protocol.ts'
import { regionSchema } from '../timing.ts'
import { storePhases } from './engine.ts'
import { noteWorkloads } from './notes.ts'
import { processStateSchema } from './process-state.ts'
import { storeQueries } from './steps.ts'

/*
 * The messages between the runner and a worker of the many-stores suite: one job as a JSON line on standard input; progress, then
 * one outcome, as JSON lines on file descriptor 3.
 */

const jobBase = {
  /** Name of the engine, and the module that exports its stores. */
  engine: z.string(),
  module: z.string(),
}

export const describeStoresJobSchema = z.object({
  kind: z.literal('describe'),
  ...jobBase,
})

const phaseJobBase = {
  ...jobBase,
  kind: z.literal('phase'),
  variant: z.string(),
  /** Folder of all stores of this variant. */
  root: z.string(),
  workload: z.enum(noteWorkloads),
  notes: z.number().int().min(1),
  /** Stores of the set. */
  count: z.number().int().min(1),
}
const querySchema = z.enum(storeQueries)

export const phaseJobSchema = z.discriminatedUnion('phase', [
  /** Stores `first` to `count` − 1 are made; the ones before them are there. */
  z.object({ ...phaseJobBase, phase: z.literal('create'), first: z.number().int().min(0) }),
  z.object({
    ...phaseJobBase,
    phase: z.literal('open'),
    seed: z.number().int(),
    query: querySchema,
  }),
  z.object({
    ...phaseJobBase,
    phase: z.literal('hold'),
    seed: z.number().int(),
    query: querySchema,
    hold: z.number().int().min(1),
  }),
  z.object({ ...phaseJobBase, phase: z.literal('profile') }),
])
export type PhaseJob = z.infer<typeof phaseJobSchema>
export type PhaseJobOf<P extends PhaseJob['phase']> = Extract<PhaseJob, { phase: P }>

export const storeJobSchema = z.union([describeStoresJobSchema, phaseJobSchema])
export type StoreJob = z.infer<typeof storeJobSchema>

export const storeVariantSchema = z.object({
  name: z.string(),
  label: z.string(),
  published: z.string().optional(),
  marshalling: z.enum(['generated', 'library']).optional(),
  phases: z.array(z.enum(storePhases)).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  note: z.string().optional(),
})

export const storeDescriptionSchema = z.object({
  kind: z.literal('describe'),
  name: z.string(),
  api: z.enum(['sync', 'async']),
  family: z.enum(['objectbox', 'sqlite', 'other']),
  variants: z.array(storeVariantSchema),
  journal: z.enum(['delete', 'wal']).optional(),
  limits: z.record(z.string(), z.string()),
  unranked: z.string().optional(),
  runtime: z.string(),
  /** Package name to installed version, where the runner can not find it in the engine's own package. */
  versions: z.record(z.string(), z.string()).optional(),
})
export type StoreDescription = z.infer<typeof storeDescriptionSchema>

/** A store that could not be created, opened, read or closed, or gave a wrong answer. */
export const storeFailureSchema = z.object({
  store: z.number().int(),
  directory: z.string(),
  /** Where in the phase. */
  step: z.string(),
  code: z.string(),
  message: z.string(),
})
export type StoreFailure = z.infer<typeof storeFailureSchema>

export const diskUsageSchema = z.object({
  apparentBytes: z.number().int(),
  allocatedBytes: z.number().int(),
  files: z.number().int(),
})

/** One finished and verified phase of one variant. Durations in nanoseconds. */
export const phaseResultSchema = z.object({
  kind: z.literal('phase'),
  /** Stores that the phase went through, the failed ones included. */
  stores: z.number().int(),
  /** Packed durations by step, in the order in which the stores were visited, the failed ones left out. */
  samples: z.record(z.string(), z.string()),
  /** Of the whole phase, without making notes and judging answers. */
  wallNs: z.number(),
  /** Of the process during the whole phase; `durationNs` includes those. */
  region: regionSchema,
  /** The first of them; `failed` counts all. */
  failures: z.array(storeFailureSchema),
  failed: z.number().int(),
  /** Descriptors open before the first and after the last store. */
  descriptors: z.object({ before: z.number().int(), after: z.number().int() }),
  /** Collections that were forced between stores, because closed ones still held descriptors. */
  forcedCollections: z.number().int(),
  verified: z.object({
    /** Stores whose number of notes was asked and is right. */
    counted: z.number().int(),
    /** Notes that were read and compared. */
    compared: z.number().int(),
  }),
  /** Of all stores of the phase that did not fail. */
  disk: diskUsageSchema,
  settings: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
  /** Hold: before the first store is opened for keeping, and with all of them open. */
  memory: z
    .object({
      held: z.number().int(),
      before: processStateSchema,
      after: processStateSchema,
    })
    .optional(),
  /** Calls by kind, of all stores together; absent where they could not be counted. */
  syncs: z.record(z.string(), z.number().int()).optional(),
})
export type PhaseResult = z.infer<typeof phaseResultSchema>

export const storeOutcomeSchema = z.discriminatedUnion('kind', [
  storeDescriptionSchema,
  phaseResultSchema,
  failureSchema,
])
export type StoreOutcome = z.infer<typeof storeOutcomeSchema>

/** A line on file descriptor 3. */
export const storeMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), done: z.number().int() }),
  z.object({ type: z.literal('result'), outcome: storeOutcomeSchema }),
])
export type StoreMessage = z.infer<typeof storeMessageSchema>
