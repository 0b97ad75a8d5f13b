import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import memory from '../../engines/memory/src/index.ts'
import {
  judgeColumnDefaults,
  judgeLaziness,
  judgeReopening,
  judgeSchema,
} from '../src/contract/behaviour.ts'
import { judgeDeclarations, missingMethods } from '../src/contract/declarations.ts'
import { runAll } from '../src/contract/index.ts'
import type { AnyEngine, Settings, StoreHelper } from '../src/index.ts'
import { defineEngine, settingsQuery, startStoreHelper, unimplemented } from '../src/index.ts'
import { broken, sound, tamper } from './broken-engines.ts'

let root: string
let helper: StoreHelper
let folders = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'rowrate-core-'))
  helper = startStoreHelper()
})
afterAll(async () => {
  helper.close()
  await rm(root, { recursive: true, force: true })
})

const folder = async () => {
  folders += 1
  return join(root, String(folders))
}
const context = (engine: AnyEngine) => ({ engine, helper, folder })
const cold = async (engine: AnyEngine, test: 1 | 2 | 3 = 1, journal: 'delete' | 'wal' = 'delete') =>
  runAll(context(engine), await folder(), test, 'cold', journal)

describe('an engine with a wrong answer', () => {
  it('is refused where a filter drops a row', async () => {
    const engine = broken((session) => ({
      filterByLevel: (level) => session.filterByLevel(level).slice(1),
    }))
    await expect(cold(engine)).rejects.toMatchObject({
      code: 'RESULT_MISMATCH',
      message: expect.stringMatching(/operation D \(Filter: Large\)/),
    })
  })

  it('is refused where one value is wrong', async () => {
    const engine = broken((session) => ({
      get: (id) => ({ ...session.get(id)!, level: 11 }),
    }))
    await expect(cold(engine)).rejects.toMatchObject({ code: 'RESULT_MISMATCH' })
  })

  it('is refused where a date comes back as a number without a declared limit', async () => {
    const engine = broken((session) => ({
      get: (id) => ({ ...session.get(id)!, timestamp: 5 as unknown as Date }),
    }))
    await expect(cold(engine)).rejects.toMatchObject({
      code: 'RESULT_MISMATCH',
      message: expect.stringMatching(/column timestamp: expected datetime/),
    })
  })

  it('is refused where saved entities do not carry their ids', async () => {
    const engine = broken((session) => ({
      insert: (row) => {
        const written = session.insert(row)
        row.id = 0
        return written
      },
    }))
    await expect(cold(engine)).rejects.toMatchObject({
      code: 'RESULT_MISMATCH',
      message: expect.stringMatching(/must carry its id/),
    })
  })

  it('is refused where a relation loads other rows', async () => {
    const engine = broken((session) => ({
      getWithChildren: (id) => ({ ...session.getWithChildren!(id)!, children: [] }),
    }))
    await expect(cold(engine, 2)).rejects.toMatchObject({
      code: 'RESULT_MISMATCH',
      message: expect.stringMatching(/operation N/),
    })
  })

  it('keeps its figure, marked, where a page is another valid slice', async () => {
    const engine = broken((session) => ({
      pageByLevel: (level, offset, limit) =>
        session
          .filterByLevel(level)
          .toReversed()
          .slice(offset, offset + limit),
    }))
    const measurements = await cold(engine)
    expect(measurements.get('E')?.otherSlice).toBe(true)
    expect((await cold(sound)).get('E')?.otherSlice).toBe(false)
  })

  it('is marked, not refused, where a bulk insert gives no ids', async () => {
    const engine = broken((session) => ({
      insertBulk: (rows) => (session.insertBulk!(rows) as readonly number[]).length,
    }))
    expect((await cold(engine)).get('C')?.idsReturned).toBe(false)
    expect((await cold(sound)).get('C')?.idsReturned).toBe(true)
  })
})

describe('an engine that leaves a wrong state', () => {
  it('is refused where an update is lost, although its answer is right', async () => {
    const engine = broken((session) => ({
      transaction: (body) =>
        session.transaction((writer) => body({ ...writer, updateLevel: () => 1 })),
    }))
    await expect(cold(engine)).rejects.toMatchObject({
      code: 'RESULT_MISMATCH',
      message: expect.stringMatching(/stored rows after J/),
    })
  })

  it('is refused where a failed transaction is not rolled back', async () => {
    const engine = broken((session) => ({
      transaction: (body) =>
        body({ insert: session.insert, update: () => 1, updateLevel: () => 1, remove: () => 1 }),
    }))
    await expect(judgeReopening(context(engine))).rejects.toThrow(/rolled-back transaction/)
    await expect(judgeReopening(context(sound))).resolves.toBeUndefined()
  })
})

describe('an engine that is not durable', () => {
  const withPragma = (pragma: string) =>
    broken((session, { file }) => {
      // A second connection stands in for the engine's own one that is set wrongly.
      const read = () => {
        const db = new Database(file)
        db.pragma(pragma)
        const settings = db.prepare(settingsQuery).get() as Settings
        db.close()
        return [settings]
      }
      return { settings: read }
    })

  it.each(['synchronous = OFF', 'synchronous = NORMAL', 'foreign_keys = OFF'])(
    'is refused with %s',
    async (pragma) => {
      await expect(cold(withPragma(pragma))).rejects.toMatchObject({ code: 'NOT_DURABLE' })
    },
  )

  it('is refused where the journal mode set after FULL silently dropped it', async () => {
    const engine = broken((session, { file }) => ({
      settings: () => {
        const db = new Database(file)
        db.pragma('synchronous = FULL')
        db.pragma('journal_mode = WAL')
        db.close()
        const again = new Database(file)
        const settings = again.prepare(settingsQuery).get() as Settings
        again.close()
        return [settings]
      },
    }))
    await expect(cold(engine, 1, 'wal')).rejects.toMatchObject({
      code: 'NOT_DURABLE',
      message: expect.stringMatching(/synchronous must be FULL/),
    })
  })
})

describe('an engine whose declarations are wrong', () => {
  it('is told which methods are missing', async () => {
    const engine = broken((session) => ({ ...session, get: unimplemented('get') }))
    expect(await missingMethods(context(engine), 1)).toEqual(['get is not implemented'])
    expect(await missingMethods(context(sound), 2)).toEqual([])
  })

  it('is told that it has what it says it lacks', async () => {
    const engine = broken((session) => session, { lacks: { bulk: 'it says it has none' } })
    expect(await missingMethods(context(engine), 1)).toEqual([
      'insertBulk exists, but lacks.bulk says that it does not',
    ])
  })

  it('is told to give reasons', () => {
    expect(judgeDeclarations({ ...sound, limits: { decimal: '' } })).toEqual([
      `'decimal' needs a reason that a reader understands`,
    ])
  })

  it('is caught giving entities with accessors', async () => {
    const engine = broken((session) => ({
      get: (id) => {
        const row = session.get(id)!
        return Object.defineProperty(row, 'level', { get: () => 10 })
      },
    }))
    expect(await judgeLaziness(context(engine))).toBe('lazy')
    expect(await judgeLaziness(context(memory))).toBe('plain')
  })

  it('must have a name in kebab-case', () => {
    expect(() => defineEngine({ ...sound, name: 'Better SQLite' })).toThrow(/kebab-case/)
  })
})

describe('an engine with another schema', () => {
  const withStatement = (statement: string) =>
    broken((session, { directory }) => {
      tamper(directory, statement)
      return session
    })

  it('is told about a missing index', async () => {
    const engine = withStatement('DROP INDEX journal_text')
    expect(await judgeSchema(context(engine), 1)).toEqual(['text: no index'])
  })

  it('is told about a missing default', async () => {
    const engine = withStatement(
      `DROP TABLE journal; CREATE TABLE journal (id INTEGER PRIMARY KEY, timestamp INTEGER, level SMALLINT, text TEXT, ${[
        1, 3,
      ]
        .map((set) =>
          ['float', 'smallint', 'int', 'bigint', 'char', 'text', 'decimal', 'json']
            .map((name) => `col_${name}${set}`)
            .join(', '),
        )
        .join(', ')})`,
    )
    expect(await judgeColumnDefaults(context(engine))).toContain('col_float1')
    expect(await judgeColumnDefaults(context(sound))).toEqual([])
  })
})
