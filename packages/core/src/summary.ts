import { z } from 'zod'

import { operations } from './operations.ts'

/*
 * summary.json: everything that reports and the results page show of a set, computed from its raw lines. This module imports
 * nothing of Node.js, so that a page can use it. Speeds are rows per second, ratios subject ÷ reference; null means "not known",
 * never zero.
 */

const codeSchema = z.enum(operations.map(({ code }) => code))

/** Samples that may be compared with each other: one test on one table in one mode and journal. */
export const sliceKeySchema = z.object({
  test: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  table: z.enum(['default', 'large']),
  mode: z.enum(['cold', 'warm', 'hot']),
  journal: z.enum(['delete', 'wal']),
  variant: z.string().optional(),
})
export type SliceKey = z.infer<typeof sliceKeySchema>

const rangeSchema = z.object({
  min: z.number(),
  max: z.number(),
  /** Confidence that the true median lies from `min` to `max`. */
  confidence: z.number(),
  /** Half the range over the median. */
  spread: z.number(),
  maxOverMin: z.number(),
  isNoisy: z.boolean(),
})

export const estimateSchema = z.object({
  ratio: z.number(),
  low: z.number(),
  high: z.number(),
  confidence: z.number(),
  pValue: z.number(),
  blocks: z.number().int(),
  blocksAgreeing: z.number().int(),
  logMean: z.number(),
  logStandardDeviation: z.number(),
})

const verdictSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['faster', 'slower']) }),
  z.object({ kind: z.literal('same'), bandShare: z.number() }),
  z.object({ kind: z.literal('undecided'), furtherBlocks: z.number().int().nullable() }),
])

export const comparisonSchema = z.object({
  subject: z.string(),
  reference: z.string(),
  roles: z.array(z.enum(['reference', 'neighbour'])),
  estimate: estimateSchema,
  /** Holm-corrected within the operation. */
  adjustedPValue: z.number(),
  verdict: verdictSchema,
})
export type SummaryComparison = z.infer<typeof comparisonSchema>

/** One engine in one operation. */
export const figureSchema = z.object({
  engine: z.string(),
  median: z.number(),
  /** By block, from block 1; null where the block has no valid sample. */
  points: z.array(z.number().nullable()),
  /** null for fewer than 3 runs. */
  range: rangeSchema.nullable(),
  /** null without a rank group; `unranked` says why. */
  rank: z.number().int().nullable(),
  unranked: z.string().nullable(),
  /** In the first rank group, or the highest median where there are no rank groups. */
  isBest: z.boolean(),
  /** Median of the timed durations. */
  durationNs: z.number(),
  /** Medians of the collections inside the timed region: number, total pause, pause ÷ duration. */
  collections: z.object({ count: z.number(), pauseMs: z.number(), share: z.number() }),
  /** Syncs × commit latency of the canaries ÷ duration. */
  commitBoundShare: z.number().nullable(),
  syncs: z.number().int().nullable(),
  /** Of the counted, untimed pass, which has `auditedRows` rows. */
  statements: z.number().int().nullable(),
  auditedRows: z.number().int().nullable(),
  /** Mean of the columns that UPDATE statements set. */
  updateColumns: z.number().nullable(),
  /** Rows per second of each repetition (median over the blocks), and in how many blocks the end was still faster. */
  hot: z.object({ series: z.array(z.number()), blocksClimbing: z.number().int() }).nullable(),
})
export type Figure = z.infer<typeof figureSchema>

export const operationSummarySchema = z.object({
  code: codeSchema,
  name: z.string(),
  /** Counts in the geometric mean. */
  isObjectOperation: z.boolean(),
  /** Best median first; engines that are never ranked last. */
  figures: z.array(figureSchema),
  missing: z.array(z.object({ engine: z.string(), reason: z.string() })),
  comparisons: z.array(comparisonSchema),
  /** The reference against its twin. */
  twin: estimateSchema.nullable(),
  noiseFloor: z.number().nullable(),
  /** Smallest relative difference called. */
  threshold: z.number(),
  /** What the empty loop takes, and its share of the fastest engine's time. */
  loop: z.object({ durationNs: z.number(), share: z.number().nullable() }).nullable(),
})
export type OperationSummary = z.infer<typeof operationSummarySchema>

export const geometricMeanSchema = z.object({
  engine: z.string(),
  /** null below the quorum. */
  value: z.number().nullable(),
  operations: z.array(codeSchema),
  /** How many operations there would be. */
  total: z.number().int(),
  /** By blocks; null for fewer than 3. */
  range: rangeSchema.nullable(),
  isBest: z.boolean(),
  isRanked: z.boolean(),
  /** Against the reference, over the operations that both have; null for the reference itself and for unranked engines. */
  againstReference: z
    .object({
      operations: z.array(codeSchema),
      ratioOfMedians: z.number().nullable(),
      estimate: estimateSchema.nullable(),
      /** Holm-corrected over the engines. */
      adjustedPValue: z.number().nullable(),
      verdict: verdictSchema.nullable(),
    })
    .nullable(),
})
export type GeometricMeanSummary = z.infer<typeof geometricMeanSchema>

export const footnoteKinds = [
  'journal',
  'failed',
  'rejected',
  'noisy start',
  'no ids',
  'other slice',
  'fewer statements',
  'still climbing',
] as const

/** A footnote on one engine, in all operations or in one. */
export const footnoteSchema = z.object({
  kind: z.enum(footnoteKinds),
  engine: z.string(),
  operation: codeSchema.nullable(),
  text: z.string(),
})
export type Footnote = z.infer<typeof footnoteSchema>

/** What an ORM costs over its driver. `ratio` is the ORM's time ÷ the driver's. */
export const driverTaxSchema = z.object({
  engine: z.string(),
  driver: z.string(),
  operations: z.array(
    z.object({ code: codeSchema, ratio: z.number(), estimate: estimateSchema.nullable() }),
  ),
  /** Over the operations that both have; null below the quorum. */
  geometricMean: z.number().nullable(),
})
export type DriverTax = z.infer<typeof driverTaxSchema>

export const sliceSummarySchema = z.object({
  key: sliceKeySchema,
  /** Planned blocks. */
  blocks: z.number().int(),
  /** Most valid samples of a figure: fewer than the blocks in an interrupted set. */
  runs: z.number().int(),
  reference: z.string().nullable(),
  operations: z.array(operationSummarySchema),
  geometricMeans: z.array(geometricMeanSchema),
  rankChanges: z.array(
    z.object({
      leftOut: z.string(),
      engine: z.string(),
      rank: z.number().int(),
      rankWithout: z.number().int(),
    }),
  ),
  taxes: z.array(driverTaxSchema),
  footnotes: z.array(footnoteSchema),
})
export type SliceSummary = z.infer<typeof sliceSummarySchema>

const spreadSchema = z.object({ min: z.number(), median: z.number(), max: z.number() })
export type Spread = z.infer<typeof spreadSchema>

/** How quiet the machine was meanwhile. */
export const conditionsSchema = z.object({
  samples: z.number().int(),
  /** Every planned block of every engine went through to its last operation. */
  isComplete: z.boolean(),
  failed: z.number().int(),
  rejected: z.number().int(),
  noisyStarts: z.number().int(),
  load1: spreadSchema.nullable(),
  foreignCpuCores: spreadSchema.nullable(),
  /** Median durable commit of each storage canary. */
  canaryCommitNs: spreadSchema.nullable(),
  canaryLoopNs: spreadSchema.nullable(),
  /** Sequential write of 8 MiB, synced. */
  sequentialWriteNs: spreadSchema.nullable(),
})
export type Conditions = z.infer<typeof conditionsSchema>

export const summaryEngineSchema = z.object({
  name: z.string(),
  group: z.string().nullable(),
  versions: z.record(z.string(), z.string()),
  runtime: z.string().nullable(),
  storage: z.enum(['sqlite', 'directory', 'none']).nullable(),
  /** Why it never has a rank. */
  unranked: z.string().nullable(),
  limits: z.record(z.string(), z.string()),
  lacks: z.record(z.string(), z.string()),
  /** Why it could not take part at all. */
  unavailable: z.string().nullable(),
  /** Settings read back through its own connections, one record for each that differs. */
  settings: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
})
export type SummaryEngine = z.infer<typeof summaryEngineSchema>

export const summarySchema = z.object({
  schema: z.literal(1),
  startedAt: z.iso.datetime(),
  /** In the plan's order. */
  engines: z.array(summaryEngineSchema),
  slices: z.array(sliceSummarySchema),
  conditions: conditionsSchema,
})
export type Summary = z.infer<typeof summarySchema>
