import { z } from 'zod'

import type { RowrateErrorCode } from './error.ts'
import { operations } from './operations.ts'
import { regionSchema } from './timing.ts'

/*
 * The messages between the runner and a worker of any language. The runner writes JSON lines to the worker's standard input: one
 * job, then a reply to each request. The worker writes JSON lines to file descriptor 3: requests, then one result. Only what
 * `oneProcess` stands for goes on with another job after it.
 */

const codes = operations.map(({ code }) => code)
const codeSchema = z.enum(codes)
const testSchema = z.union([z.literal(1), z.literal(2), z.literal(3)])

export const workloadOptionsSchema = z.object({
  seed: z.number().int(),
  test: testSchema,
  table: z.enum(['default', 'large']),
  iterations: z.number().int().min(21),
  batchSize: z.number().int(),
  bulk: z.boolean(),
})

export const modes = ['cold', 'warm', 'hot'] as const
export type Mode = (typeof modes)[number]

const jobBase = {
  /** Name of the engine, and the module that exports it. */
  engine: z.string(),
  module: z.string(),
}

/** Asks what an engine is; loading it is the probe that tells whether it is set up. */
export const describeJobSchema = z.object({ kind: z.literal('describe'), ...jobBase })

/** Choices of the published study, for engines whose package says `study: true`; no other is given them. */
export const studySchema = z.object({
  /** Journal mode, foreign keys and indexes as the study left them, instead of those that all engines share. */
  settings: z.literal('study').optional(),
  /** With the study's settings: the index on `parent_id` that it left out all the same. */
  parentIndex: z.literal(true).optional(),
  /** Among how many tasks an async operation's inputs are divided, each with transactions of its own; 1 where absent. */
  asyncTasks: z.number().int().min(1).optional(),
  /**
   * All operations of an async system on a store run in one process over one session: its worker gets their jobs one after the
   * other, and ends when its standard input does.
   */
  oneProcess: z.literal(true).optional(),
})
export type StudyChoices = z.infer<typeof studySchema>

export const operationJobSchema = z.object({
  kind: z.literal('operation'),
  ...jobBase,
  operation: codeSchema,
  /** `rebuild` does the work untimed, to bring a store to where an interrupted run had it. */
  mode: z.enum([...modes, 'rebuild']),
  options: workloadOptionsSchema,
  journal: z.enum(['delete', 'wal']),
  directory: z.string(),
  /** The last operation that the store already holds. */
  previous: codeSchema.optional(),
  study: studySchema.optional(),
})
export type OperationJob = z.infer<typeof operationJobSchema>

/** Runs every operation of a test once, untimed, and counts what each sends and syncs. */
export const auditJobSchema = z.object({
  kind: z.literal('audit'),
  ...jobBase,
  options: workloadOptionsSchema,
  journal: z.enum(['delete', 'wal']),
  directory: z.string(),
  study: studySchema.optional(),
})
export type AuditJob = z.infer<typeof auditJobSchema>

export const jobSchema = z.discriminatedUnion('kind', [
  describeJobSchema,
  operationJobSchema,
  auditJobSchema,
])
export type Job = z.infer<typeof jobSchema>

const questionSchema = z.object({
  options: workloadOptionsSchema,
  completed: codeSchema.optional(),
  trimmed: z.boolean(),
  linked: z.boolean(),
})

/** What a worker of a SQLite engine asks the helper process to do with its file. */
export const storeRequestSchema = z.object({
  method: z.enum(['state', 'snapshot', 'restore', 'trim', 'link', 'schema', 'defaults']),
  file: z.string(),
  question: questionSchema,
})
export type StoreRequest = z.infer<typeof storeRequestSchema>

export type StoreReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | {
      readonly id: number
      readonly ok: false
      readonly code: RowrateErrorCode
      readonly message: string
    }

const settingsSchema = z.record(z.string(), z.union([z.string(), z.number()]))

export const descriptionSchema = z.object({
  kind: z.literal('describe'),
  name: z.string(),
  api: z.enum(['sync', 'async']),
  storage: z.enum(['sqlite', 'directory', 'none']),
  entities: z.enum(['plain', 'lazy']),
  lacks: z.partialRecord(z.enum(['bulk', 'pages', 'objects', 'tuples', 'relations']), z.string()),
  limits: z.record(z.string(), z.string()),
  unranked: z.string().optional(),
  journal: z.enum(['delete', 'wal']).optional(),
  /** Language and its version, such as `node 24.21.0`. */
  runtime: z.string(),
  /** Of the libraries that it stands on, where they are not packages of Node.js. */
  versions: z.record(z.string(), z.string()).optional(),
  /** Read back from a store opened for this, one record per connection; of SQLite engines with its compile options. */
  settings: z.array(settingsSchema).optional(),
})
export type Description = z.infer<typeof descriptionSchema>

/** One finished and judged operation. Durations in nanoseconds. */
export const measurementSchema = z.object({
  kind: z.literal('operation'),
  /** Rows that one pass wrote or gave. */
  rows: z.number().int(),
  /** The timed passes in order: one in cold and warm, all repetitions in hot, none in a rebuild. */
  regions: z.array(regionSchema),
  answersDigest: z.string().optional(),
  stateDigest: z.string().optional(),
  /** A page without ORDER BY was another valid slice than the one in id order. */
  otherSlice: z.boolean(),
  /** Whether inserted entities, or the returned list, carry the new ids. Only for A, B and C. */
  idsReturned: z.boolean().optional(),
  settings: z.array(settingsSchema),
  peakMemoryBytes: z.number().int(),
})
export type Measurement = z.infer<typeof measurementSchema>

export const syncCountsSchema = z.record(z.string(), z.number().int())

export const auditedOperationSchema = z.object({
  operation: codeSchema,
  /** Rows of this untimed pass. */
  rows: z.number().int(),
  /** Commits that the operation consists of; 0 for reads. */
  commits: z.number().int(),
  /** Statements sent to the database; absent where the driver can not tell. */
  statements: z.number().int().optional(),
  /** Mean of the columns that its UPDATE statements set. */
  updateColumns: z.number().optional(),
  /** Calls by kind (fsync, fdatasync, msync …) and writes to O_DSYNC descriptors; absent where they could not be counted. */
  syncs: syncCountsSchema.optional(),
})
export type AuditedOperation = z.infer<typeof auditedOperationSchema>

export const auditSchema = z.object({
  kind: z.literal('audit'),
  operations: z.array(auditedOperationSchema),
})
export type Audit = z.infer<typeof auditSchema>

export const failureSchema = z.object({
  kind: z.literal('failure'),
  code: z.string(),
  message: z.string(),
})
export type Failure = z.infer<typeof failureSchema>

export const outcomeSchema = z.discriminatedUnion('kind', [
  descriptionSchema,
  measurementSchema,
  auditSchema,
  failureSchema,
])
export type Outcome = z.infer<typeof outcomeSchema>

/** A line on file descriptor 3. */
export const workerMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('store'), id: z.number().int(), request: storeRequestSchema }),
  z.object({ type: z.literal('result'), outcome: outcomeSchema }),
])
export type WorkerMessage = z.infer<typeof workerMessageSchema>
