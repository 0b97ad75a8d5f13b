/* oxlint-disable typescript/no-unsafe-type-assertion -- misuse that types forbid is what is tested */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import {
  DbFullError,
  libraryVersion,
  type ObjectBoxError,
  openStore,
  ProcessLockedError,
  removeDatabaseFiles,
  SchemaError,
  StoreAlreadyOpenError,
  StoreClosedError,
  type StoreOptions,
} from '../../src/index.ts'
import { temporaryDirectory, temporaryStore } from '../stored/temporary-store.ts'
import { Author, Chosen, entities, Note, someNotes, Tag } from './entities.ts'

const child = fileURLToPath(new URL('child.ts', import.meta.url))

describe('opening', () => {
  it('creates missing directories and keeps what was stored', () => {
    const directory = join(temporaryDirectory(), 'a', 'ö with space')
    {
      using store = openStore({ directory, entities })
      store.box(Note).putMany(someNotes(10))
    }
    using store = openStore({ directory, entities })
    expect(store.box(Note).count()).toBe(10)
    expect(store.directory).toBe(directory)
    expect(store.sizeOnDisk()).toBeGreaterThan(4096)
  })

  it('tells the version of the library', () => {
    expect(libraryVersion()).toMatch(/^5\.3\./)
  })

  it.each([
    [{ directory: '' }, /directory/],
    [{ directory: 'memory:' }, /name/],
    [{ directory: 5 as never }, /directory/],
    [{ directory: 'a\0b' }, /directory/],
    [{ entities: undefined as never }, /entities/],
    [{ entities: [] }, /at least one entity/],
    [{ maxDbSizeInKb: -1 }, /maxDbSizeInKb/],
    [{ maxReaders: 1.5 }, /maxReaders/],
  ] as [Partial<StoreOptions>, RegExp][])('refuses %j', (options, message) => {
    const directory = join(temporaryDirectory(), 'db')
    expect(() => openStore({ directory, entities, ...options })).toThrow(message)
  })

  it('says that a file is no directory', () => {
    expect(() => openStore({ directory: child, entities })).toThrow(/Not a directory/)
  })

  it('gives the directory free again when opening fails', () => {
    const directory = temporaryDirectory()
    openStore({ directory, entities }).close()
    expect(() => openStore({ directory, entities: [Note, Author, Tag] })).toThrow(SchemaError)
    using store = openStore({ directory, entities })
    expect(store.isOpen).toBe(true)
  })
})

describe('a database that is already open', () => {
  it('is refused under any spelling of its path', () => {
    const directory = temporaryDirectory()
    const link = `${directory}-link`
    symlinkSync(directory, link)
    const store = openStore({ directory, entities })
    for (const spelling of [directory, `${directory}/`, link, relative('.', directory)]) {
      expect(() => openStore({ directory: spelling, entities })).toThrow(StoreAlreadyOpenError)
    }
    expect(() => removeDatabaseFiles(directory)).toThrow(StoreAlreadyOpenError)
    store.close()
    openStore({ directory: link, entities }).close()
  })

  it('is refused in memory too', () => {
    using store = openStore({ directory: 'memory:twice', entities })
    expect(store.isOpen).toBe(true)
    expect(() => openStore({ directory: 'memory:twice', entities })).toThrow(StoreAlreadyOpenError)
  })

  it('is refused from another thread', async () => {
    const directory = temporaryDirectory()
    const store = openStore({ directory, entities })
    expect(await runWorker(directory)).toMatch(/already open in this process/)
    store.close()
    expect(await runWorker(directory)).toBe('ok 1')
    expect(await runWorker(directory)).toBe('ok 2')
  })

  it('is refused in another process, unless both only read', () => {
    const directory = temporaryDirectory()
    const store = openStore({ directory, entities })
    expect(runChild('count', directory)).toMatch(/ProcessLockedError.*another process/)
    expect(runChild('count-read-only', directory)).toMatch(/ProcessLockedError/)
    store.close()
    expect(runChild('count', directory)).toBe('0')
    using reader = openStore({ directory, entities, readOnly: true })
    expect(reader.box(Note).count()).toBe(0)
    expect(runChild('count-read-only', directory)).toBe('0')
    expect(runChild('count', directory)).toMatch(/ProcessLockedError/)
  })

  it('is free again when the other process was killed', async () => {
    const directory = temporaryDirectory()
    openStore({ directory, entities }).close()
    const other = spawn(process.execPath, [child, 'hold', directory])
    await once(other.stdout, 'data')
    expect(() => openStore({ directory, entities })).toThrow(ProcessLockedError)
    other.kill('SIGKILL')
    await once(other, 'exit')
    openStore({ directory, entities }).close()
  })
})

describe('closing', () => {
  it('makes every later use a StoreClosedError', () => {
    const store = temporaryStore(entities)
    const notes = store.box(Note)
    notes.putMany(someNotes(10))
    const query = notes.query((note) => note.level.equals(1)).build()
    const property = query.property('level')
    const iteration = query.iterate({ chunkSize: 1 })
    iteration.next()
    store.close()
    expect(store.isOpen).toBe(false)
    const uses: (() => unknown)[] = [
      () => notes.get(1),
      () => notes.getMany([1]),
      () => notes.all(),
      () => notes.put({ text: 'a', level: 1 }),
      () => notes.putMany(someNotes(1)),
      () => notes.putQueued({ text: 'a', level: 1 }),
      () => notes.remove(1),
      () => notes.removeMany([1]),
      () => notes.removeAll(),
      () => notes.count(),
      () => notes.isEmpty(),
      () => notes.contains(1),
      () => notes.find((note) => note.level.equals(1)),
      () => notes.count((note) => note.level.equals(1)),
      () => notes.query().build(),
      () => notes.relation('tags').ids(1),
      () => query.find(),
      () => query.findFirst(),
      () => query.findUnique(),
      () => query.findIds(),
      () => query.count(),
      () => query.remove(),
      () => query.describe(),
      () => property.max(),
      () => property.values(),
      () => iteration.next(),
      () => store.box(Author),
      () => store.runInTransaction('read', () => 1),
      () => store.beginTransaction('write'),
      () => store.sizeOnDisk(),
      () => store.awaitQueued(),
      () => store.observe(() => undefined),
    ]
    for (const use of uses) expect(use).toThrow(StoreClosedError)
    expect(query.isOpen).toBe(false)
    query.close()
    store.close()
  })

  it('is refused inside a transaction, and possible after it', () => {
    const store = temporaryStore(entities)
    for (const mode of ['read', 'write'] as const) {
      store.runInTransaction(mode, () =>
        expect(() => store.close()).toThrow(/inside a transaction/),
      )
    }
    store.close()
  })

  it('stores everything that was queued', () => {
    const directory = temporaryDirectory()
    {
      using store = openStore({ directory, entities })
      for (const note of someNotes(5000)) store.box(Note).putQueued(note)
    }
    using store = openStore({ directory, entities })
    expect(store.box(Note).count()).toBe(5000)
    store.box(Note).putQueued({ text: 'one more', level: 1 })
    store.awaitQueued()
    expect(store.box(Note).count()).toBe(5001)
    store.runInTransaction('write', () => {
      expect(() => store.awaitQueued()).toThrow(/write transaction/)
      expect(() => store.box(Note).putQueued({ text: 'x', level: 1 })).toThrow(/transaction/)
    })
  })

  it('forgets an in-memory store', () => {
    {
      using store = openStore({ directory: 'memory:gone', entities })
      store.box(Note).putMany(someNotes(10))
    }
    using store = openStore({ directory: 'memory:gone', entities })
    expect(store.box(Note).count()).toBe(0)
  })

  it('is done by the exit of the process, and of a worker', async () => {
    const directory = temporaryDirectory()
    expect(runChild('exit-with-everything-open', directory)).toBe('leaving')
    expect(runChild('count', directory)).toBe('100')
    expect(await runWorker(directory, 'terminated')).toBe('open')
    using store = openStore({ directory, entities })
    expect(store.box(Note).count()).toBe(100)
  })
})

describe('the model', () => {
  const Old = [Author, Tag, Note, Chosen] as const

  it('never deletes the rows of an entity that is left out, unless told to', () => {
    const directory = temporaryDirectory()
    {
      using store = openStore({ directory, entities: [...Old] })
      store.box(Chosen).put({ id: 4, text: 'precious' })
    }
    const partial = { directory, entities: [Author, Tag, Note] }
    for (const modelSync of ['always', 'cached', 'skip'] as const) {
      expect(() => openStore({ ...partial, modelSync })).toThrow(/Chosen.*delete all its rows/s)
    }
    {
      using store = openStore({ directory, entities: [...Old] })
      expect(store.box(Chosen).get(4)?.text).toBe('precious')
    }
    openStore({ ...partial, allowRemoval: ['Chosen'] }).close()
    using store = openStore({ directory, entities: [...Old] })
    expect(store.box(Chosen).count()).toBe(0)
  })

  it.each(['always', 'cached', 'skip'] as const)('works with modelSync %s', (modelSync) => {
    const directory = temporaryDirectory()
    for (let round = 0; round < 3; round++) {
      using store = openStore({ directory, entities, modelSync })
      store.box(Note).put({ text: `round ${round}`, level: round })
      expect(store.box(Note).find((note) => note.level.equals(round))).toHaveLength(1)
    }
  })

  it('notices in a skipped sync that the stored schema is another one', () => {
    const modelFile = join(temporaryDirectory(), 'model.json')
    const [first, second] = [temporaryDirectory(), temporaryDirectory()]
    openStore({ directory: first, entities: [Tag, Author], modelFile }).close()
    const other = join(temporaryDirectory(), 'model.json')
    openStore({ directory: second, entities: [Author, Tag], modelFile: other }).close()
    using store = openStore({
      directory: second,
      entities: [Tag, Author],
      modelFile,
      modelSync: 'skip',
    })
    expect(() => store.box(Tag)).toThrow(SchemaError)
  })

  it('refuses an entity that the store was not opened with', () => {
    const store = temporaryStore([Author])
    expect(() => store.box(Tag)).toThrow(/without the entity Tag/)
  })
})

describe('read-only stores', () => {
  it('read and refuse to write', () => {
    const directory = temporaryDirectory()
    {
      using store = openStore({ directory, entities })
      store.box(Note).putMany(someNotes(3))
    }
    using store = openStore({ directory, entities, readOnly: true, modelSync: 'skip' })
    expect(store.box(Note).all()).toHaveLength(3)
    expect(() => store.box(Note).put({ text: 'a', level: 1 })).toThrow(/read-only/)
    expect(() => store.box(Note).removeAll()).toThrow(/read-only/)
    expect(() => store.runInTransaction('write', () => 1)).toThrow(/read-only/)
  })

  it('are not created', () => {
    const directory = join(temporaryDirectory(), 'missing')
    expect(() => openStore({ directory, entities, readOnly: true })).toThrow(/No such file/)
    expect(existsSync(directory)).toBe(false)
  })
})

describe('the size limit', () => {
  it('is a DbFullError that leaves removing possible, and a larger one goes on', () => {
    const directory = temporaryDirectory()
    {
      using store = openStore({ directory, entities, maxDbSizeInKb: 500 })
      const notes = store.box(Note)
      const fill = () => {
        for (;;) notes.putMany(someNotes(200).map((note) => ({ ...note, text: 'x'.repeat(100) })))
      }
      expect(fill).toThrow(DbFullError)
      expect(fill).toThrow(/maxDbSizeInKb/)
      expect(notes.count()).toBeGreaterThan(0)
      expect(notes.removeAll()).toBeGreaterThan(0)
      expect(notes.put({ text: 'fits again', level: 1 })).toBeGreaterThan(0)
    }
    using store = openStore({ directory, entities, maxDbSizeInKb: 50_000 })
    expect(store.box(Note).putMany(someNotes(10_000))).toHaveLength(10_000)
  })
})

describe('removeDatabaseFiles', () => {
  it('removes a closed database and ignores a missing one', () => {
    const directory = temporaryDirectory()
    {
      using store = openStore({ directory, entities, modelFile: join(directory, 'm.json') })
      store.box(Tag).put({ label: 'a' })
    }
    removeDatabaseFiles(directory)
    expect(existsSync(join(directory, 'data.mdb'))).toBe(false)
    removeDatabaseFiles(join(directory, 'nowhere'))
    mkdirSync(directory, { recursive: true })
    using store = openStore({ directory, entities })
    expect(store.box(Tag).count()).toBe(0)
  })
})

describe('errors', () => {
  it('carry the code of the library', () => {
    const store = temporaryStore(entities)
    store.close()
    let code: unknown
    try {
      store.box(Note)
    } catch (error) {
      code = (error as ObjectBoxError).code
    }
    expect(code).toBe(10_001)
  })
})

function runChild(mode: string, directory: string): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [child, mode, directory], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`exit ${status}: ${stdout}${stderr}`)
  return stdout.trim()
}

async function runWorker(directory: string, mode = 'put'): Promise<string> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: { directory, mode },
    execArgv: [],
  })
  const [message] = (await once(worker, 'message')) as [string]
  if (mode === 'terminated') await worker.terminate()
  else await once(worker, 'exit')
  return message
}
