import { writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { audit } from './audit.ts'
import type { AnyEngine, Session, Settings } from './engine.ts'
import { messageOf, RowrateError } from './error.ts'
import { execute } from './execute.ts'
import { OpenStore } from './open-store.ts'
import type {
  Description,
  Job,
  Outcome,
  StoreReply,
  StoreRequest,
  WorkerMessage,
} from './protocol.ts'
import { jobSchema } from './protocol.ts'

const resultDescriptor = 3

const send = (message: WorkerMessage) => writeSync(resultDescriptor, `${JSON.stringify(message)}\n`)

/** Loads an engine's module. Throws ENGINE_UNAVAILABLE where it does not load, ENGINE_INVALID where it is none. */
async function loadEngine({ engine: name, module }: Job): Promise<AnyEngine> {
  let loaded: { readonly default?: AnyEngine }
  try {
    loaded = (await import(module)) as typeof loaded
  } catch (error) {
    throw new RowrateError('ENGINE_UNAVAILABLE', `engine ${name} does not load`, { cause: error })
  }
  const engine = loaded.default
  if (typeof engine?.open !== 'function' || engine.name !== name) {
    throw new RowrateError(
      'ENGINE_INVALID',
      `${module} must export defineEngine({ name: '${name}' … }) by default`,
    )
  }
  return engine
}

/** Opens a store in a folder of its own and reads its settings back: an engine that can not is not set up. */
async function settingsOf(engine: AnyEngine): Promise<Settings[]> {
  const directory = await mkdtemp(join(tmpdir(), `rowrate-${engine.name}-`))
  try {
    const options = {
      seed: 0,
      test: 1,
      table: 'default',
      iterations: 21,
      batchSize: 21,
      bulk: true,
    } as const
    const store = await OpenStore.open({ engine, options, directory, journal: 'delete' })
    const settings = await (store.session as Session<'async', unknown>).settings()
    await store.close()
    return [...settings]
  } catch (error) {
    throw new RowrateError('ENGINE_UNAVAILABLE', `engine ${engine.name} does not open a store`, {
      cause: error,
    })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function describe(engine: AnyEngine): Promise<Description> {
  const { name, api, storage, entities, lacks = {}, limits = {}, unranked, journal } = engine
  return {
    kind: 'describe',
    name,
    api,
    storage,
    entities,
    lacks: { ...lacks },
    limits: { ...limits },
    unranked,
    journal,
    runtime: `node ${process.versions.node}`,
    settings: await settingsOf(engine),
  }
}

type Request = (request: StoreRequest) => Promise<unknown>

async function work(job: Job, request: Request): Promise<Outcome> {
  const engine = await loadEngine(job)
  if (job.kind === 'describe') return describe(engine)
  if (job.kind === 'audit') return audit({ ...job, engine, request })
  return execute({ ...job, engine, request })
}

/** Sends requests to the second reader through the runner; replies come back on standard input. */
function requester() {
  const waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >()
  let nextId = 1
  const request: Request = (body) =>
    new Promise((resolve, reject) => {
      const id = nextId
      nextId += 1
      waiting.set(id, { resolve, reject })
      send({ type: 'store', id, request: body })
    })
  const settle = (reply: StoreReply) => {
    const { resolve, reject } = waiting.get(reply.id)!
    waiting.delete(reply.id)
    if (reply.ok) resolve(reply.value)
    else reject(new RowrateError(reply.code, reply.message))
  }
  return { request, settle }
}

function failureOf(error: unknown): Outcome {
  const code = error instanceof RowrateError ? error.code : 'OPERATION_FAILED'
  return { kind: 'failure', code, message: messageOf(error) }
}

/** The main of a worker process: one job from standard input, one result to descriptor 3. */
export async function main(): Promise<never> {
  const { request, settle } = requester()
  const lines = createInterface({ input: process.stdin })
  let started = false
  for await (const line of lines) {
    if (started) {
      settle(JSON.parse(line) as StoreReply)
      continue
    }
    started = true
    void work(jobSchema.parse(JSON.parse(line)), request)
      .catch(failureOf)
      .then((outcome) => {
        send({ type: 'result', outcome })
        // An engine's own handles must not keep a finished worker alive.
        process.exit(0)
      })
  }
  // The runner is gone; nobody waits for the result.
  process.exit(1)
}
