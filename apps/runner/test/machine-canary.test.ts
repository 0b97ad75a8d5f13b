import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { canarySchema } from '@rowrate/core'
import { afterEach, expect, it } from 'vitest'

import { CanaryWork } from '../src/machine/canary.ts'

const directory = mkdtempSync(join(tmpdir(), 'rowrate-canary-'))
afterEach(() => rmSync(directory, { recursive: true, force: true }))

it('times its loop, its commits and its sequential write in files that do not grow', () => {
  const canary = new CanaryWork(directory)
  const sizes = () =>
    ['canary-commits', 'canary-disk'].map((name) => statSync(join(directory, name)).size)
  const before = sizes()
  const sample = canarySchema.parse(canary.sample())
  expect(canary.disk()).toBeGreaterThan(0)
  canary.close()
  expect(sample.loopNs).toBeGreaterThan(0)
  expect(sample.commitMedianNs).toBeGreaterThan(0)
  expect(sample.commitMaxNs).toBeGreaterThanOrEqual(sample.commitMedianNs)
  expect(sizes()).toEqual(before)
  expect(before).toEqual([36 * 4096, 8 * 1024 ** 2])
})
