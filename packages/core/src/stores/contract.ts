import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import * as judgements from './behaviour.ts'
import type { AnyStoreEngine, StorePhase, StoreVariant } from './engine.ts'
import { storePhases } from './engine.ts'
import type { PhaseJob } from './job.ts'
import { executePhase } from './phases.ts'
import { storeQueries } from './steps.ts'
import { describeStores } from './worker.ts'

const count = 12
const hold = 6

/** The jobs of a variant at a small size, each phase with all it can be asked. */
function contractJobs(
  engine: AnyStoreEngine,
  { name: variant }: StoreVariant,
  root: string,
): PhaseJob[] {
  const base = {
    kind: 'phase',
    engine: engine.name,
    module: '',
    variant,
    workload: 'large',
    notes: 120,
    count,
  } as const
  const stores = join(root, 'stores')
  const seed = 1
  return [
    { ...base, root: stores, phase: 'create', first: 0 },
    ...storeQueries.map(
      (query) => ({ ...base, root: stores, phase: 'open', seed, query }) as const,
    ),
    { ...base, root: stores, phase: 'hold', seed, query: 'count', hold },
    { ...base, root: join(root, 'profile'), phase: 'profile' },
  ]
}

const isMeasured = ({ phases = storePhases }: StoreVariant, phase: StorePhase) =>
  phases.includes(phase)

/**
 * The contract that an engine's stores must pass, on the real engine, in fresh folders: what it declares, round trip, atomicity,
 * durable settings, released descriptors, and every phase of the suite at a small size.
 */
export function testStoreEngine(engine: AnyStoreEngine): undefined {
  describe(`stores of ${engine.name}`, () => {
    let root: string
    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), `rowrate-stores-${engine.name}-`))
    })
    afterAll(() => rm(root, { recursive: true, force: true }))

    it('describes itself in reasons that a reader understands', () => {
      const { limits, unranked } = describeStores(engine)
      for (const text of Object.values(limits)) expect(text.length).toBeGreaterThan(10)
      expect(engine.storage === 'none').toBe(unranked !== undefined)
      expect(new Set(engine.variants.map(({ name }) => name)).size).toBe(engine.variants.length)
    })

    describe.each(engine.variants)('$name', (variant) => {
      const context = (name: string) => {
        const folder = join(root, `${variant.name}-${name}`)
        mkdirSync(folder)
        return { engine, variant: variant.name, folder }
      }

      it('gives back after reopening what it committed', () =>
        expect(judgements.judgeRoundTrip(context('round-trip'))).resolves.toBeUndefined())

      it('commits the schema of a new store', () =>
        expect(judgements.judgeNewStore(context('new'))).resolves.toBeUndefined())

      it('writes the same in two halves', () =>
        expect(judgements.judgeHalves(context('halves'))).resolves.toBeUndefined())

      it('leaves nothing of a write that fails', () =>
        expect(judgements.judgeAtomicity(context('atomicity'))).resolves.toBeUndefined())

      it('does not open a store that does not exist', () =>
        expect(judgements.judgeMissingStore(context('missing'))).resolves.toBeUndefined())

      it('releases what closed stores held', () =>
        expect(judgements.judgeRelease(context('release'))).resolves.toBeUndefined())

      it('goes through every phase and is verified in each', async () => {
        const { folder } = context('phases')
        const jobs = contractJobs(engine, variant, folder)
        for (const job of jobs.filter(({ phase }) => isMeasured(variant, phase))) {
          // oxlint-disable-next-line no-await-in-loop -- each phase finds the stores of the ones before it
          const result = await executePhase({ engine, job })
          expect(result.failures).toEqual([])
          expect(result.verified.compared).toBeGreaterThan(0)
          expect(result.stores).toBe(job.phase === 'hold' ? hold : count)
        }
      })
    })
  })
  return undefined
}
