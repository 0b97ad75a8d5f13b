import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { PhaseJob } from '@rowrate/core/stores'
import { storeDirectory, unpackSamples } from '@rowrate/core/stores'
import { afterAll, expect, it } from 'vitest'

import { superviseStores, workerLimitMs } from '../src/stores/supervise.ts'

const root = mkdtempSync(join(tmpdir(), 'rowrate-stores-supervise-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const job: PhaseJob = {
  kind: 'phase',
  engine: 'failing',
  module: new URL('fixtures/failing-stores.ts', import.meta.url).href,
  variant: 'failing',
  root,
  workload: 'small',
  notes: 10,
  count: 5,
  phase: 'open',
  seed: 1,
  query: 'count',
}
const run = (changes: Partial<PhaseJob> = {}, signal = new AbortController().signal) =>
  superviseStores({
    job: { ...job, ...changes } as PhaseJob,
    engine: { folder: root, command: undefined },
    signal,
  })

it('hands on what a worker measured, and the store that failed by its path', async () => {
  const { outcome } = await run()
  if (outcome.kind !== 'phase') throw new Error(`expected a phase, not ${JSON.stringify(outcome)}`)
  expect(outcome).toMatchObject({ stores: 5, failed: 1 })
  expect(outcome.failures[0]).toMatchObject({ step: 'open', directory: storeDirectory(root, 2) })
  expect(unpackSamples(outcome.samples['open']!)).toHaveLength(4)
})

it('makes an outcome of a worker that ends early', async () => {
  const { outcome } = await run({ count: 8 })
  expect(outcome).toEqual({
    kind: 'failure',
    code: 'WORKER_EXITED',
    message: 'the worker ended (exit code 9) before its result',
  })
})

it('makes an outcome of a module that does not load', async () => {
  const { outcome } = await run({ module: `file://${root}/none.ts` })
  expect(outcome).toMatchObject({ kind: 'failure', code: 'ENGINE_UNAVAILABLE' })
})

it('does not describe an engine that can not make a store', async () => {
  const { outcome } = await superviseStores({
    job: {
      kind: 'describe',
      engine: 'unbuilt',
      module: new URL('fixtures/unbuilt-stores.ts', import.meta.url).href,
    },
    engine: { folder: root, command: undefined },
    signal: new AbortController().signal,
  })
  expect(outcome).toEqual({
    kind: 'failure',
    code: 'ENGINE_UNAVAILABLE',
    message: 'engine unbuilt makes no store: the native part is not built',
  })
})

it('ends the worker when the run is stopped', async () => {
  const controller = new AbortController()
  const ended = run({}, controller.signal)
  controller.abort()
  expect((await ended).outcome).toMatchObject({ code: 'WORKER_EXITED' })
})

it('gives a worker time in proportion to its stores and their notes', () => {
  expect(workerLimitMs({ ...job, count: 10_000, notes: 1_000 })).toBe(300_000 + 5_000_000)
  expect(workerLimitMs({ ...job, count: 20, notes: 100_000 })).toBe(300_000 + 1_000_000)
})
