import type { Failure, Measurement, OperationJob } from '@rowrate/core'
import { RowrateError } from '@rowrate/core'
import { describe, expect, it } from 'vitest'

import type { Supervision } from '../src/worker/supervise.ts'
import { supervise } from '../src/worker/supervise.ts'
import { Worker } from '../src/worker/worker.ts'

const script = new URL('fixtures/scripted-worker.ts', import.meta.url).pathname

const job: OperationJob = {
  kind: 'operation',
  engine: 'scripted',
  module: 'none',
  operation: 'A',
  mode: 'cold',
  options: { seed: 1, test: 1, table: 'default', iterations: 25, batchSize: 50, bulk: true },
  journal: 'delete',
  directory: '/nowhere',
}

const run = (what: string, extra: Partial<Supervision> = {}) =>
  supervise({
    command: { file: process.execPath, args: [script, what], cwd: import.meta.dirname },
    job,
    requestStore: async () => 'digest',
    limitMs: 30_000,
    exitMs: 200,
    ...extra,
  })

const failureOf = async (what: string, extra: Partial<Supervision> = {}) =>
  (await run(what, extra)).outcome as Failure

describe('supervise', () => {
  it('gives the result of a worker that works', async () => {
    const { outcome, output } = await run('result')
    expect(outcome).toMatchObject({ kind: 'operation', rows: 1 })
    expect(output).toBeUndefined()
  })

  it('records a crash with exit code and output', async () => {
    const { outcome, output } = await run('crash')
    expect(outcome).toEqual({
      kind: 'failure',
      code: 'WORKER_EXITED',
      message: 'the worker ended (exit code 3) before its result',
    })
    expect(output).toBe('about to crash')
  })

  it('records the signal that ended a worker', async () => {
    expect((await failureOf('killed')).message).toContain('SIGKILL')
  })

  it('ends a worker that hangs in a loop', async () => {
    expect(await failureOf('hang', { limitMs: 1_500 })).toEqual({
      kind: 'failure',
      code: 'WORKER_TIMEOUT',
      message: 'no result within 1.5 s; the worker was ended',
    })
  })

  it('records what is no JSON on descriptor 3', async () => {
    expect(await failureOf('garbage')).toMatchObject({
      code: 'PROTOCOL_INVALID',
      message: 'not a JSON line on descriptor 3: ready!',
    })
  })

  it('records a message of another shape, and where it is wrong', async () => {
    const { code, message } = await failureOf('shapeless')
    expect(code).toBe('PROTOCOL_INVALID')
    expect(message).toContain('rows')
  })

  it('records an answer to another job', async () => {
    expect(await failureOf('description')).toMatchObject({
      code: 'PROTOCOL_INVALID',
      message: `answered 'audit' to 'operation'`,
    })
  })

  it('never reads results from what a worker prints, and keeps the end of that', async () => {
    const { outcome, output } = await run('prints')
    expect(outcome.kind).toBe('operation')
    expect(output!.length).toBeLessThan(10_000)
    expect(output).toMatch(/^… x+the end$/)
  })

  it('answers requests for the second reader', async () => {
    const { outcome } = await run('asks')
    expect((outcome as Measurement).answersDigest).toBe('digest')
  })

  it('hands a refusal of the second reader to the worker', async () => {
    const { outcome } = await run('asks', {
      requestStore: () => Promise.reject(new RowrateError('STORAGE_FAILED', 'disk is gone')),
    })
    expect((outcome as Measurement).answersDigest).toBe('disk is gone')
  })

  it('ends a worker that stays after its result, and keeps the result', async () => {
    const startMs = performance.now()
    expect((await run('lingers')).outcome.kind).toBe('operation')
    expect(performance.now() - startMs).toBeLessThan(20_000)
  })

  it('ends a worker when the run is stopped', async () => {
    const controller = new AbortController()
    const outcome = run('hang', { signal: controller.signal })
    setTimeout(() => controller.abort(), 300)
    expect((await outcome).outcome.kind).toBe('failure')
  })

  it('records a command that does not exist', async () => {
    const command = { file: './no-such-worker', args: [], cwd: import.meta.dirname }
    const { code, message } = await failureOf('result', { command })
    expect(code).toBe('WORKER_EXITED')
    expect(message).toContain('did not start')
    expect(message).toContain('ENOENT')
  })
})

describe('a worker', () => {
  const workerOf = (...args: string[]) =>
    new Worker({
      command: { file: process.execPath, args: [script, ...args], cwd: import.meta.dirname },
      requestStore: async () => 'digest',
    })

  it('does one job after the other', async () => {
    const worker = workerOf('stay', '/dev/null')
    const outcomes = [await worker.run(job, 30_000), await worker.run(job, 30_000)]
    expect(outcomes.map(({ kind }) => kind)).toEqual(['operation', 'operation'])
    await worker.end(10_000)
  })

  it('says how it ended to every job that it is given after that', async () => {
    const worker = workerOf('crash')
    for (const _ of [1, 2]) {
      // oxlint-disable-next-line no-await-in-loop -- the second job comes after the end
      expect(await worker.run(job, 30_000)).toMatchObject({
        code: 'WORKER_EXITED',
        message: 'the worker ended (exit code 3) before its result',
      })
    }
    expect(worker.takeOutput()).toBe('about to crash')
    expect(worker.takeOutput()).toBeUndefined()
  })
})
