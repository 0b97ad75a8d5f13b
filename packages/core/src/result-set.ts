import { z } from 'zod'

import { operations } from './operations.ts'
import {
  auditedOperationSchema,
  descriptionSchema,
  failureSchema,
  measurementSchema,
  modes,
  studySchema,
  workloadOptionsSchema,
} from './protocol.ts'

/*
 * What a result set holds: environment.json, runs.jsonl, load.jsonl, summary.json, README.md. A set is rendered again from the
 * first three alone.
 */

const codeSchema = z.enum(operations.map(({ code }) => code))
const testSchema = z.union([z.literal(1), z.literal(2), z.literal(3)])
const tableSchema = z.enum(['default', 'large'])
const journalSchema = z.enum(['delete', 'wal'])
const modeSchema = z.enum(modes)

/** One storage and processor canary between two samples. Durations in nanoseconds. */
export const canarySchema = z.object({
  at: z.iso.datetime(),
  /** A fixed loop of about 10 ms. */
  loopNs: z.number(),
  /** Median and maximum of 36 writes of 4 KiB, each with fdatasync, on the data directory's file system. */
  commitMedianNs: z.number(),
  commitMaxNs: z.number(),
})
export type Canary = z.infer<typeof canarySchema>

/** What a sample belongs to: the part of the plan that decides with what it may be compared. */
export const sampleKeySchema = z.object({
  /** Name of the engine; the A/A twin of the reference engine has `twin: true`. */
  engine: z.string(),
  twin: z.boolean(),
  test: testSchema,
  table: tableSchema,
  mode: modeSchema,
  journal: journalSchema,
  /** Number of the block (run), from 1. */
  block: z.number().int().min(1),
  operation: codeSchema,
  /** Name of the part's variant, where it has one. */
  variant: z.string().optional(),
})
export type SampleKey = z.infer<typeof sampleKeySchema>

const sampleBase = {
  ...sampleKeySchema.shape,
  type: z.literal('sample'),
  /** Place among the engines of this operation and block, from 1. */
  position: z.number().int(),
  startedAt: z.iso.datetime(),
}

/** One operation of one engine in one block. */
export const sampleSchema = z.discriminatedUnion('status', [
  z.object({
    ...sampleBase,
    status: z.literal('ok'),
    measurement: measurementSchema,
    /** Absent in the quick preset. */
    canaryBefore: canarySchema.optional(),
    canaryAfter: canarySchema.optional(),
    load1: z.number(),
    /** CPU that other processes used just before, in cores. */
    foreignCpuCores: z.number(),
    /** The gate gave up waiting for a quiet machine. */
    noisyStart: z.boolean(),
    /** Why the sample is left out of all figures; it was measured again. */
    rejected: z.string().optional(),
    /** What the worker printed. */
    output: z.string().optional(),
  }),
  z.object({
    ...sampleBase,
    status: z.literal('failed'),
    code: z.string(),
    message: z.string(),
    output: z.string().optional(),
  }),
  /** The engine does not have the operation (`reason` is its own), or an earlier one failed. */
  z.object({ ...sampleBase, status: z.literal('absent'), reason: z.string() }),
  z.object({ ...sampleBase, status: z.literal('not run'), reason: z.string() }),
])
export type Sample = z.infer<typeof sampleSchema>
export type OkSample = Extract<Sample, { status: 'ok' }>

/** The counted, untimed pass over all operations of a test. */
export const auditLineSchema = z.object({
  type: z.literal('audit'),
  engine: z.string(),
  test: testSchema,
  journal: journalSchema,
  /** Empty where the pass failed. */
  operations: z.array(auditedOperationSchema),
  failure: failureSchema.optional(),
})
export type AuditLine = z.infer<typeof auditLineSchema>

/** An engine could not take part at all. */
export const unavailableLineSchema = z.object({
  type: z.literal('unavailable'),
  engine: z.string(),
  message: z.string(),
})

/** A sequential write of 8 MiB, synced, once per operation of a block. */
export const diskLineSchema = z.object({
  type: z.literal('disk'),
  at: z.iso.datetime(),
  block: z.number().int(),
  operation: codeSchema,
  writeNs: z.number(),
})

/** A line of runs.jsonl. */
export const runLineSchema = z.union([
  sampleSchema,
  auditLineSchema,
  unavailableLineSchema,
  diskLineSchema,
])
export type RunLine = z.infer<typeof runLineSchema>

/** A line of load.jsonl, one every ten seconds. */
export const loadLineSchema = z.object({
  at: z.iso.datetime(),
  load1: z.number(),
  foreignCpuCores: z.number(),
})
export type LoadLine = z.infer<typeof loadLineSchema>

/**
 * One part of a plan: its blocks run every engine through every operation of these tests. Parts that differ in nothing else are
 * told apart by their variants, and so are compared block by block.
 */
export const partSchema = z.object({
  tests: z.array(testSchema),
  table: tableSchema,
  modes: z.array(modeSchema),
  journal: journalSchema,
  blocks: z.number().int().min(1),
  /** The only engines and the only operations of this part; the store is brought to them untimed. */
  engines: z.array(z.string()).optional(),
  operations: z.array(codeSchema).optional(),
  variant: z.string().optional(),
  study: studySchema.optional(),
  /** Instead of the workload's. */
  batchSize: z.number().int().optional(),
  /** How many microseconds longer each sync call takes, as on another machine's storage. */
  syncDelayUs: z.number().int().min(1).optional(),
  /** Version of the Python that it runs in, where that is not the one the Python systems are set up with. */
  python: z.string().optional(),
})
export type Part = z.infer<typeof partSchema>

/** Everything that decides which samples a set holds; `--resume` demands the same. */
export const planSettingsSchema = z.object({
  preset: z.enum(['quick', 'selection', 'full', 'study', 'experiments']),
  engines: z.array(z.string()),
  /** Runs a second time as its own A/A twin. */
  twin: z.string().optional(),
  parts: z.array(partSchema),
  canary: z.boolean(),
  audit: z.boolean(),
  workload: workloadOptionsSchema.omit({ test: true, table: true, bulk: true }),
})
export type PlanSettings = z.infer<typeof planSettingsSchema>

const engineRecordSchema = z.object({
  description: descriptionSchema,
  /** Package name to installed version, from the engine's own dependencies. */
  versions: z.record(z.string(), z.string()),
  /** The engine's group, such as `drivers`; absent where its package names none. */
  group: z.string().optional(),
})
export type EngineRecord = z.infer<typeof engineRecordSchema>

export const commitLatencySchema = z.object({
  medianNs: z.number(),
  /** null where a slow disk left time for fewer than 1,000 commits. */
  p99Ns: z.number().nullable(),
})

export type CommitLatency = z.infer<typeof commitLatencySchema>

/** environment.json: recorded once per set, before the first sample. */
export const environmentSchema = z.object({
  schema: z.literal(1),
  startedAt: z.iso.datetime(),
  rowrate: z.object({
    version: z.string(),
    commit: z.string().optional(),
    dirty: z.boolean().optional(),
  }),
  plan: planSettingsSchema,
  machine: z.object({
    cpu: z.string(),
    cores: z.number().int(),
    /** Scaling governor of the first core, or `not exposed`. */
    governor: z.string(),
    memoryBytes: z.number().int(),
    kernel: z.string(),
    distribution: z.string(),
    virtual: z.boolean(),
  }),
  storage: z.object({
    /** File system of the data directory. On tmpfs commits are free. */
    fileSystem: z.string(),
    device: z.string(),
    /** 4 KiB write and fdatasync, in place. */
    commitInPlace: commitLatencySchema,
    /** The same, the file growing. */
    commitGrowing: commitLatencySchema,
  }),
  node: z.string(),
  flags: z.array(z.string()),
  engines: z.record(z.string(), engineRecordSchema),
})
export type Environment = z.infer<typeof environmentSchema>
