import type { OperationJob } from '@rowrate/core'
import { expect, it } from 'vitest'

import { timeLimitMs } from '../src/worker/time-limit.ts'

const job = (
  mode: OperationJob['mode'],
  options: Partial<OperationJob['options']> = {},
): OperationJob => ({
  kind: 'operation',
  engine: 'e',
  module: 'm',
  operation: 'B',
  mode,
  options: {
    seed: 1,
    test: 1,
    table: 'default',
    iterations: 100,
    batchSize: 10_000,
    bulk: true,
    ...options,
  },
  journal: 'delete',
  directory: 'd',
})

it('grows with the passes, the table and the batch, and never shrinks below the default', () => {
  const coldMs = timeLimitMs(job('cold'))
  expect(timeLimitMs(job('rebuild'))).toBe(coldMs)
  expect(timeLimitMs(job('warm'))).toBe(2 * coldMs)
  expect(timeLimitMs(job('hot'))).toBe(11 * coldMs)
  expect(timeLimitMs(job('cold', { batchSize: 30_000 }))).toBe(3 * coldMs)
  expect(timeLimitMs(job('cold', { iterations: 21, batchSize: 50 }))).toBe(coldMs)
  expect(timeLimitMs(job('cold', { table: 'large' }))).toBeGreaterThan(coldMs)
})
