import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type {
  Job,
  Measurement,
  OperationCode,
  Outcome,
  StoreHelper,
  Test,
  WorkloadOptions,
} from '@rowrate/core'
import {
  execute,
  messageOf,
  operations,
  reasonForAbsence,
  RowrateError,
  startStoreHelper,
  tests,
  workerMessageSchema,
} from '@rowrate/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import memory from '../../memory/src/index.ts'

const run = new URL('../run', import.meta.url).pathname
const minuteMs = 60_000

let root: string
let helper: StoreHelper

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'rowrate-python-'))
  helper = startStoreHelper()
})
afterAll(async () => {
  helper.close()
  await rm(root, { recursive: true, force: true })
})

/** Runs the package's command to its end; resolves to its exit code and all that it printed. */
async function finished(...parameters: readonly string[]) {
  const child = spawn(run, parameters, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (text: Buffer) => {
    output += text.toString()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  return { code, output }
}

/** Sends one job to a worker as the runner does, answering its store requests; resolves to the outcome. */
async function outcomeOf(job: Job): Promise<Outcome> {
  const child = spawn(run, ['worker'], { stdio: ['pipe', 'inherit', 'inherit', 'pipe'] })
  const send = (message: unknown) => child.stdin!.write(`${JSON.stringify(message)}\n`)
  send(job)
  for await (const line of createInterface({ input: child.stdio[3] as Readable })) {
    const message = workerMessageSchema.parse(JSON.parse(line))
    if (message.type === 'result') return message.outcome
    const { id, request } = message
    send(
      await helper.request(request).then(
        (value) => ({ id, ok: true, value }),
        (error: unknown) => ({
          id,
          ok: false,
          code: error instanceof RowrateError ? error.code : 'STORAGE_FAILED',
          message: messageOf(error),
        }),
      ),
    )
  }
  throw new Error('the worker ended without a result')
}

const optionsOf = (test: Test): WorkloadOptions => ({
  seed: 20_260_101,
  test,
  table: 'default',
  iterations: 30,
  batchSize: 50,
  bulk: true,
})

/** What an engine of another language must agree in with core's reference answers. */
const comparable = ({ rows, answersDigest, stateDigest }: Measurement) => ({
  rows,
  answersDigest,
  stateDigest,
})

describe('the Python systems', () => {
  it('pass their own tests', { timeout: 30 * minuteMs }, async () => {
    const { code, output } = await finished('test', '--quiet')
    expect(code === 0 ? 'passed' : output).toBe('passed')
  })

  it.each(tests)(
    'give the answers and leave the states of the reference engine, test %i',
    { timeout: 5 * minuteMs },
    async (test) => {
      const options = optionsOf(test)
      const directoryOf = (name: string) => join(root, `${name}-${test}`)
      let previous: OperationCode | undefined
      for (const operation of operations) {
        if (reasonForAbsence(operation, memory, test) !== undefined) continue
        const shared = {
          operation: operation.code,
          mode: 'cold',
          options,
          journal: 'delete',
          previous,
        } as const
        // oxlint-disable-next-line no-await-in-loop -- each operation finds the rows of the ones before it
        const outcome = await outcomeOf({
          kind: 'operation',
          engine: 'peewee',
          module: import.meta.url,
          directory: directoryOf('peewee'),
          ...shared,
        })
        // oxlint-disable-next-line no-await-in-loop -- likewise
        const expected = await execute({
          engine: memory,
          directory: directoryOf('memory'),
          ...shared,
        })
        expect(outcome).toMatchObject({ kind: 'operation' })
        expect(comparable(outcome as Measurement)).toEqual(comparable(expected))
        previous = operation.code
      }
    },
  )
})
