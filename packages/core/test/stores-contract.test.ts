import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import sound from '../../engines/better-sqlite3/src/stores.ts'
import storesNothing from '../../engines/null/src/stores.ts'
import * as judgements from '../src/stores/behaviour.ts'
import type { AnyStoreEngine, NoteStore, PhaseJob, StoreOptions } from '../src/stores/index.ts'
import { defineStoreEngine, executePhase, noteFile, storeDirectory } from '../src/stores/index.ts'

type Store = NoteStore<'sync', unknown, unknown>
type Sound = Omit<typeof sound, 'create' | 'open'> &
  Record<'create' | 'open', (options: StoreOptions) => Store>

const base = sound as unknown as Sound

/** The better-sqlite3 stores with one thing wrong. */
const broken = (
  alter: (store: Store, options: StoreOptions) => Partial<Store>,
  changes: Partial<Sound> = {},
): AnyStoreEngine => ({
  ...base,
  create: (options) => {
    const store = base.create(options)
    return { ...store, ...alter(store, options) }
  },
  open: (options) => {
    const store = base.open(options)
    return { ...store, ...alter(store, options) }
  },
  ...changes,
})

let root: string
let folders = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'rowrate-stores-core-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const folder = () => {
  folders += 1
  const path = join(root, String(folders))
  mkdirSync(path)
  return path
}
const context = (engine: AnyStoreEngine) => ({
  engine,
  variant: 'better-sqlite3',
  folder: folder(),
})

const jobs = (count = 4) => {
  const common = {
    kind: 'phase',
    engine: 'better-sqlite3',
    module: '',
    variant: 'better-sqlite3',
    root: folder(),
    workload: 'large',
    notes: 5,
    count,
  } as const
  return {
    create: { ...common, phase: 'create', first: 0 },
    open: { ...common, phase: 'open', seed: 1, query: 'count' },
    hold: { ...common, phase: 'hold', seed: 1, query: 'count', hold: count },
  } satisfies Record<string, PhaseJob>
}

describe('an engine whose stores are wrong', () => {
  it('is refused where a write drops a note', async () => {
    const engine = broken((store) => ({ write: (notes) => store.write(notes.slice(1)) + 1 }))
    await expect(judgements.judgeRoundTrip(context(engine))).rejects.toMatchObject({
      code: 'RESULT_MISMATCH',
      message: 'expected 250 notes, found 249',
    })
  })

  it('is refused where a text differs', async () => {
    const engine = broken((store) => ({
      get: (id) => ({ ...store.get(id)!, text: 'another text' }),
    }))
    await expect(judgements.judgeRoundTrip(context(engine))).rejects.toThrow(/note 1: expected/)
  })

  it('is refused where it keeps its own count', async () => {
    const engine = broken(() => ({ count: () => 250 }))
    await expect(judgements.judgeNewStore(context(engine))).rejects.toThrow('expected 0 notes')
  })

  it('is refused where a write is not one transaction', async () => {
    const engine = broken((store) => ({
      write: (notes) => notes.reduce<number>((sum, note) => sum + store.write([note]), 0),
    }))
    await expect(judgements.judgeAtomicity(context(engine))).rejects.toThrow(
      'expected 0 notes, found 250',
    )
  })

  it('is refused where one half of a write is missing', async () => {
    const engine = broken(() => ({ put: undefined }) as unknown as Partial<Store>)
    await expect(judgements.judgeHalves(context(engine))).rejects.toThrow(/both or neither/)
  })

  it('is refused where it makes a missing store by opening it', async () => {
    const engine = broken(() => ({}), { open: (options) => base.create(options) })
    await expect(judgements.judgeMissingStore(context(engine))).rejects.toThrow(/must throw/)
  })

  it('is refused where closing leaves the store open', async () => {
    const kept: Store[] = []
    const engine = broken((store) => ({
      close: () => {
        kept.push(store)
        return undefined
      },
    }))
    await expect(judgements.judgeRelease(context(engine))).rejects.toThrow(
      /descriptors are open still after 30 stores were closed/,
    )
    for (const store of kept) store.close()
  })

  it('is refused where commits are not synced', async () => {
    const engine = broken((_, { directory }) => ({
      settings: () => {
        const db = new Database(join(directory, noteFile))
        db.pragma('synchronous = NORMAL')
        const found = { synchronous: db.pragma('synchronous', { simple: true }) as number }
        db.close()
        return [{ ...found, journal_mode: 'delete' }]
      },
    }))
    await expect(judgements.judgeRoundTrip(context(engine))).rejects.toMatchObject({
      code: 'NOT_DURABLE',
    })
  })

  it('passes every judgement where nothing is wrong', async () => {
    for (const judge of Object.values(judgements)) {
      // oxlint-disable-next-line no-await-in-loop -- one store at a time
      await expect(judge(context(base as AnyStoreEngine))).resolves.toBeUndefined()
    }
  })

  it('must name its variants after itself', () => {
    const variants = [{ name: 'other', label: 'Other' }]
    expect(() => defineStoreEngine({ ...sound, variants })).toThrow(/begin with 'better-sqlite3'/)
  })
})

describe('a phase', () => {
  const engine = base as AnyStoreEngine

  it('has no figure where a stored text was changed behind it', async () => {
    const { create, open } = jobs()
    await executePhase({ engine, job: create })
    const db = new Database(join(storeDirectory(create.root, 0), noteFile))
    db.exec("UPDATE note SET text = 'another text' WHERE id = 5")
    db.close()
    await expect(executePhase({ engine, job: open })).rejects.toMatchObject({
      code: 'RESULT_MISMATCH',
      message: `store ${storeDirectory(create.root, 0)}`,
      cause: { message: expect.stringMatching(/^note 5: expected/) },
    })
  })

  it('has no figure where a store lost a note', async () => {
    const { create, hold } = jobs()
    await executePhase({ engine, job: create })
    const db = new Database(join(storeDirectory(create.root, 2), noteFile))
    db.exec('DELETE FROM note WHERE id = 5')
    db.close()
    await expect(executePhase({ engine, job: hold })).rejects.toMatchObject({
      message: `store ${storeDirectory(create.root, 2)}`,
      cause: { message: 'expected 5 notes, found 4' },
    })
  })

  it('reports a store that does not open by its path, and goes on', async () => {
    const { create, open } = jobs()
    await executePhase({ engine, job: create })
    const directory = storeDirectory(create.root, 1)
    rmSync(directory, { recursive: true })
    const result = await executePhase({ engine, job: open })
    expect(result).toMatchObject({ stores: 4, failed: 1 })
    expect(result.failures).toEqual([
      expect.objectContaining({ store: 1, directory, step: 'open', code: 'OPERATION_FAILED' }),
    ])
  })

  it('fails where every store does', async () => {
    const { open } = jobs()
    await expect(executePhase({ engine, job: open })).rejects.toThrow(
      /none of 4 stores went through: open of .*agent-/,
    )
  })

  it('collects what closed stores still hold, and records it', async () => {
    const kept: number[] = []
    const leaking = {
      ...storesNothing,
      open: (options: StoreOptions) => {
        kept.push(openSync('/dev/null', 'r'))
        return storesNothing.open(options)
      },
    }
    const { forcedCollections, descriptors } = await executePhase({
      engine: leaking,
      job: jobs(640).open,
    })
    for (const descriptor of kept) closeSync(descriptor)
    expect(forcedCollections).toBeGreaterThan(0)
    expect(descriptors.after - descriptors.before).toBe(640)
  })

  it('counts what open stores hold', async () => {
    const { create, hold } = jobs()
    await executePhase({ engine, job: create })
    const { memory, verified } = await executePhase({ engine, job: hold })
    expect(memory!.held).toBe(4)
    expect(memory!.after.descriptors - memory!.before.descriptors).toBe(4)
    expect(memory!.before.residentBytes).toBeGreaterThan(memory!.before.anonymousBytes)
    expect(verified).toEqual({ counted: 4, compared: 20 })
  })
})
