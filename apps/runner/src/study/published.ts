import type { SliceKey } from '@rowrate/core'
import { z } from 'zod'

import figures from '../../reference/orm-published.json' with { type: 'json' }

const cellSchema = z.number().nullable()
const cellsSchema = z.record(z.string(), z.record(z.string(), cellSchema))
const meansSchema = z.record(z.string(), z.record(z.string(), z.array(cellSchema)))

/** Rows per second by the study's names of system and operation. */
export type PublishedCells = z.infer<typeof cellsSchema>

const claimSchema = z.object({
  claim: z.string(),
  /** Range of the ratio that the claim is about, over all that it covers. */
  low: z.number(),
  high: z.number(),
  mode: z.enum(['cold', 'warm', 'large cold', 'large warm']).optional(),
  operation: z.string().optional(),
  note: z.string().optional(),
})
export type PublishedClaim = z.infer<typeof claimSchema>

const publishedSchema = z.object({
  source: z.string(),
  unit: z.string(),
  machine: z.string(),
  /** The study's name of a system to the engine here. */
  engines: z.record(z.string(), z.string()),
  claims: z.array(claimSchema),
  causes_named: z.array(z.string()),
  geomeans: z.object({ default: meansSchema, large: meansSchema }),
  operations: z.object({
    cold: z.record(z.string(), cellsSchema),
    warm: z.record(z.string(), cellsSchema),
    large_cold: z.looseObject({}),
  }),
})

/** The published study of ORMs, as it was published. */
export const published = publishedSchema.parse(figures)

/** Of the large table only single cells were published, and of hot nothing. */
export function publishedCells({ test, table, mode }: Omit<SliceKey, 'journal'>): PublishedCells {
  if (mode === 'hot' || (table === 'large' && mode === 'warm')) return {}
  if (table === 'default') return published.operations[mode][`test${test}`] ?? {}
  return cellsSchema.parse(published.operations.large_cold[`test${test}`] ?? {})
}
