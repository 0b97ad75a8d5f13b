import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { AnyEngine } from '../engine.ts'
import { execute } from '../execute.ts'
import type { Test } from '../model.ts'
import { tests } from '../model.ts'
import type { OperationCode } from '../operations.ts'
import { operations, reasonForAbsence } from '../operations.ts'
import type { Measurement } from '../protocol.ts'
import type { StoreHelper } from '../sqlite/helper.ts'
import { startStoreHelper } from '../sqlite/helper.ts'
import { missingMethods, judgeDeclarations } from './declarations.ts'
import { judgeColumnDefaults, judgeLaziness, judgeReopening, judgeSchema } from './behaviour.ts'
import { contractWorkload } from './workload.ts'

export interface ContractContext {
  readonly engine: AnyEngine
  readonly helper: StoreHelper
  /** A new, empty folder. */
  folder(): Promise<string>
}

/** Every operation that the engine has on a test, in order, each on the store that the ones before it left. */
export async function runAll(
  { engine, helper }: Pick<ContractContext, 'engine' | 'helper'>,
  directory: string,
  test: Test,
  mode: 'cold' | 'warm' | 'hot',
  journal: 'delete' | 'wal' = 'delete',
): Promise<Map<OperationCode, Measurement>> {
  const options = contractWorkload(engine, test)
  const measurements = new Map<OperationCode, Measurement>()
  let previous: OperationCode | undefined
  for (const operation of operations) {
    if (reasonForAbsence(operation, engine, test) !== undefined) continue
    // oxlint-disable-next-line no-await-in-loop -- each operation finds the rows of the ones before it
    const measurement = await execute({
      engine,
      options,
      operation: operation.code,
      mode,
      journal,
      directory,
      previous,
      repetitions: 2,
      request: (request) => helper.request(request),
    })
    measurements.set(operation.code, measurement)
    previous = operation.code
  }
  return measurements
}

/**
 * The contract that every engine must pass, on the real engine, in fresh folders: declarations, answers and end states of all
 * operations in all modes, schema, settings of every connection, reopening, column defaults, laziness of its entities.
 */
export function testEngine(engine: AnyEngine): undefined {
  describe(`engine ${engine.name}`, () => {
    let root: string
    const context: { helper?: StoreHelper } = {}
    let folders = 0
    const folder = async () => {
      folders += 1
      return join(root, String(folders))
    }
    const contract = (): ContractContext => ({ engine, helper: context.helper!, folder })

    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), `rowrate-contract-${engine.name}-`))
      context.helper = startStoreHelper()
    })
    afterAll(async () => {
      context.helper?.close()
      await rm(root, { recursive: true, force: true })
    })

    it('declares what it lacks, and nothing else', () => {
      expect(judgeDeclarations(engine)).toEqual([])
    })

    it.each(tests)('has every method of test %i', async (test) => {
      expect(await missingMethods(contract(), test), 'implement these').toEqual([])
    })

    describe.each(tests)('test %i', (test) => {
      it.each(['cold', 'warm'] as const)('gives right answers and end states, %s', async (mode) => {
        const measurements = await runAll(contract(), await folder(), test, mode)
        expect(measurements.size).toBeGreaterThanOrEqual(8)
        for (const { regions } of measurements.values()) expect(regions).toHaveLength(1)
      })

      it('stores the schema of the model', async () => {
        expect(await judgeSchema(contract(), test)).toEqual([])
      })
    })

    it('gives right answers in every repetition, hot', async () => {
      const measurements = await runAll(contract(), await folder(), 1, 'hot')
      for (const { regions } of measurements.values()) expect(regions).toHaveLength(2)
    })

    it('keeps durable settings in WAL', async () => {
      const measurements = await runAll(contract(), await folder(), 1, 'cold', 'wal')
      expect(measurements.get('A')?.settings.length).toBeGreaterThan(0)
    })

    it('gives back after reopening what it committed', async () => {
      await expect(judgeReopening(contract())).resolves.toBeUndefined()
    })

    it('has the column defaults of the model', async () => {
      expect(await judgeColumnDefaults(contract())).toEqual([])
    })

    it('declares whether its entities are lazy', async () => {
      expect(await judgeLaziness(contract())).toBe(engine.entities)
    })
  })
  return undefined
}
