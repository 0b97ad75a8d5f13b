import { mkdtempSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { messageOf, RowrateError } from '../error.ts'
import type { AnyStoreEngine } from './engine.ts'
import type { StoreDescription, StoreJob, StoreMessage, StoreOutcome } from './job.ts'
import { storeJobSchema } from './job.ts'
import { executePhase } from './phases.ts'

const resultDescriptor = 3

const send = (message: StoreMessage) => writeSync(resultDescriptor, `${JSON.stringify(message)}\n`)

/** Throws ENGINE_UNAVAILABLE where the module does not load, ENGINE_INVALID where it defines no stores. */
async function loadStoreEngine({ engine: name, module }: StoreJob): Promise<AnyStoreEngine> {
  let loaded: { readonly default?: AnyStoreEngine }
  try {
    loaded = (await import(module)) as typeof loaded
  } catch (error) {
    throw new RowrateError('ENGINE_UNAVAILABLE', `engine ${name} does not load`, { cause: error })
  }
  const engine = loaded.default
  if (typeof engine?.create !== 'function' || engine.name !== name) {
    throw new RowrateError(
      'ENGINE_INVALID',
      `${module} must export defineStoreEngine({ name: '${name}' … }) by default`,
    )
  }
  return engine
}

/** What an engine says of itself, as data. */
export const describeStores = (engine: AnyStoreEngine): StoreDescription => {
  const { name, api, family, variants, journal, limits = {}, unranked } = engine
  return {
    kind: 'describe',
    name,
    api,
    family,
    variants: variants.map(({ phases, environment, ...variant }) => ({
      ...variant,
      ...(phases && { phases: [...phases] }),
      ...(environment && { environment: { ...environment } }),
    })),
    ...(journal && { journal }),
    limits: { ...limits },
    ...(unranked !== undefined && { unranked }),
    runtime: `node ${process.versions.node}`,
  }
}

/** Makes a store in a folder of its own: an engine that can not is not set up. Throws ENGINE_UNAVAILABLE. */
async function requireStore(engine: AnyStoreEngine): Promise<undefined> {
  const folder = mkdtempSync(join(tmpdir(), `rowrate-${engine.name}-`))
  try {
    const store = await engine.create({
      directory: join(folder, 'store'),
      variant: engine.variants[0]!.name,
      expected: { count: 0, note: (id) => ({ id, text: '', ts: 0 }) },
    })
    await store.close()
  } catch (cause) {
    throw new RowrateError('ENGINE_UNAVAILABLE', `engine ${engine.name} makes no store`, { cause })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function work(job: StoreJob): Promise<StoreOutcome> {
  const engine = await loadStoreEngine(job)
  if (job.kind === 'describe') {
    await requireStore(engine)
    return describeStores(engine)
  }
  return executePhase({ engine, job, onProgress: (done) => send({ type: 'progress', done }) })
}

function failureOf(error: unknown): StoreOutcome {
  const code = error instanceof RowrateError ? error.code : 'OPERATION_FAILED'
  return { kind: 'failure', code, message: messageOf(error) }
}

/** The main of a worker process: one job from standard input, one outcome to descriptor 3. */
export async function storesMain(): Promise<undefined> {
  for await (const line of createInterface({ input: process.stdin })) {
    const outcome = await work(storeJobSchema.parse(JSON.parse(line))).catch(failureOf)
    send({ type: 'result', outcome })
    // An engine's own handles must not keep a finished worker alive.
    process.exit(0)
  }
}
