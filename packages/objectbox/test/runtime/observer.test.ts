/* oxlint-disable typescript/no-unsafe-type-assertion -- misuse that types forbid is what is tested */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory, temporaryStore } from '../stored/temporary-store.ts'
import { Author, entities, Note, someNotes } from './entities.ts'

/** The library calls on the committing thread, the callback runs in a later turn. */
async function turns(): Promise<void> {
  for (let i = 0; i < 5; i++) await setImmediate()
}

describe('observers', () => {
  it('are told once per turn which entities changed', async () => {
    const store = temporaryStore(entities)
    const seen: string[][] = []
    using observer = store.observe((changed) => seen.push(changed.map(({ name }) => name)))
    store.box(Note).put({ text: 'a', level: 1 })
    store.runInTransaction('write', () => {
      store.box(Author).put({ name: 'Ann' })
      store.box(Note).putMany(someNotes(3))
    })
    for (const note of someNotes(100)) store.box(Note).put(note)
    expect(seen).toEqual([])
    await turns()
    expect(seen).toEqual([['Author', 'Note']])
    observer.close()
    store.box(Note).put({ text: 'b', level: 1 })
    await turns()
    expect(seen).toHaveLength(1)
  })

  it('hear nothing of what was rolled back, or of other entities', async () => {
    const store = temporaryStore(entities)
    let calls = 0
    store.observeEntity(Author, () => calls++)
    store.box(Note).put({ text: 'a', level: 1 })
    expect(() =>
      store.runInTransaction('write', () => {
        store.box(Author).put({ name: 'Ann' })
        throw new Error('no')
      }),
    ).toThrow('no')
    await turns()
    expect(calls).toBe(0)
    store.box(Author).put({ name: 'Bob' })
    await turns()
    expect(calls).toBe(1)
  })

  it('hear of queued puts, which another thread commits', async () => {
    const store = temporaryStore(entities)
    const told = new Promise<string>((resolve) => {
      store.observeEntity(Note, () => resolve('told'))
    })
    store.box(Note).putQueued({ text: 'a', level: 1 })
    store.awaitQueued()
    // An observer does not keep the process alive; the timer does.
    expect(await Promise.race([told, setTimeout(5000, 'not told')])).toBe('told')
  })

  it('may write, observe, and close themselves and others in their callback', async () => {
    const store = temporaryStore(entities)
    let calls = 0
    const late = store.observe(() => calls++)
    const first = store.observeEntity(Note, () => {
      calls++
      late.close()
      first.close()
      store.box(Author).put({ name: `after ${calls}` })
      store.observe(() => (calls += 100))
    })
    late.close()
    store.box(Note).put({ text: 'a', level: 1 })
    await turns()
    expect(calls).toBe(1)
    store.box(Note).put({ text: 'b', level: 1 })
    await turns()
    expect(calls).toBe(101)
  })

  it('end with their store, also when a call is on its way', async () => {
    const store = temporaryStore(entities)
    let calls = 0
    const observer = store.observe(() => calls++)
    store.box(Note).put({ text: 'a', level: 1 })
    store.close()
    await turns()
    expect(calls).toBe(0)
    observer.close()
  })

  it('may close the store in their callback', async () => {
    const store = temporaryStore(entities)
    store.observe(() => store.close())
    store.box(Note).put({ text: 'a', level: 1 })
    await turns()
    expect(store.isOpen).toBe(false)
  })

  it('do not keep the process alive', () => {
    const child = fileURLToPath(new URL('child.ts', import.meta.url))
    const { stdout, status, signal } = spawnSync(
      process.execPath,
      [child, 'observe-and-end', temporaryDirectory()],
      { encoding: 'utf8', timeout: 20_000 },
    )
    expect({ stdout, status, signal }).toEqual({ stdout: 'done\n', status: 0, signal: null })
  })

  it('refuse a callback that is none', () => {
    const store = temporaryStore(entities)
    expect(() => store.observe(5 as never)).toThrow(TypeError)
  })
})
