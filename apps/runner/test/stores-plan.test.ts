import type { StoresPlan } from '@rowrate/core/stores'
import { describe, expect, it } from 'vitest'

import { parseOpenFileLimit, requireDescriptors } from '../src/stores/limits.ts'
import { planDifferences, storesPlan } from '../src/stores/plan.ts'
import { predictTaskMs } from '../src/stores/prediction.ts'
import { keyText, storesSchedule } from '../src/stores/schedule.ts'
import type { Trial } from '../src/stores/space.ts'
import {
  memoryProblem,
  neededBytes,
  orderOf,
  requireRoom,
  roomProblem,
} from '../src/stores/space.ts'

const names = ['a', 'b']
const variants = [{ name: 'a' }, { name: 'b' }, { name: 'null' }]

const phases = (plan: StoresPlan, some: Parameters<typeof storesSchedule>[1] = variants) =>
  storesSchedule(plan, some).map(
    ({ key: { variant, phase, seed, allocator, series, place, count, notes } }) =>
      [phase, variant, ...(seed ? [seed] : []), ...(series === 'main' ? [] : [series, count])].join(
        ' ',
      ) +
      (allocator === 'mmap' ? ' mmap' : '') +
      (place === 'tmpfs' ? ' tmpfs' : '') +
      (series === 'notes' ? ` of ${notes}` : ''),
  )

describe('a plan', () => {
  it('is the quick preset without options: 300 stores, the default allocator, three open runs', () => {
    expect(storesPlan({}, names)).toMatchObject({
      preset: 'quick',
      variants: ['a', 'b', 'null'],
      workload: 'large',
      notes: 1_000,
      count: 300,
      hold: 100,
      query: 'count',
      seeds: [1, 2, 3],
      allocators: ['default'],
      profile: null,
      grow: null,
    })
  })

  it('is the published protocol with --full', () => {
    expect(storesPlan({ full: true }, names)).toMatchObject({
      preset: 'full',
      count: 10_000,
      hold: 1_000,
      seeds: [1, 2, 3],
      allocators: ['default', 'mmap'],
    })
  })

  it('narrows --full to one allocator where that is asked', () => {
    expect(storesPlan({ full: true, allocator: 'default' }, names).allocators).toEqual(['default'])
  })

  it('has ten notes a store in the small workload', () => {
    expect(storesPlan({ workload: 'small' }, names)).toMatchObject({
      notes: 10,
      preset: 'selection',
    })
  })

  it('holds no more stores than there are, and says so where more are asked for', () => {
    expect(storesPlan({ count: 5 }, names).hold).toBe(5)
    expect(() => storesPlan({ count: 5, hold: 6 }, names)).toThrow(
      '--hold 6 is more than the 5 stores there are',
    )
  })

  it('ends growth at an explicit count', () => {
    expect(storesPlan({ grow: true }, names).grow!.stores.at(-1)).toBe(100_000)
    expect(storesPlan({ grow: true, count: 1_000 }, names).grow!.stores).toEqual([100, 1_000])
    expect(() => storesPlan({ grow: true, count: 50 }, names)).toThrow('--grow begins with 100')
  })

  it('names what another plan asks differently, whatever order was chosen', () => {
    const plan = storesPlan({}, names)
    expect(planDifferences({ ...plan, order: 'interleaved' }, plan)).toEqual([])
    expect(planDifferences(plan, storesPlan({ count: 200 }, names))).toEqual([
      'count is 300 in the set, not 200',
    ])
  })
})

describe('a schedule', () => {
  const small = { ...storesPlan({}, names), seeds: [1, 2] }

  it('takes each engine through all phases where stores are many', () => {
    expect(phases({ ...small, order: 'grouped' })).toEqual(
      [
        ['create a', 'open a 1', 'open a 2', 'hold a 1'],
        ['create b', 'open b 1', 'open b 2', 'hold b 1'],
        ['create null', 'open null 1', 'open null 2'],
      ].flat(),
    )
  })

  it('takes all engines through a phase where they fit, another one first each time', () => {
    expect(phases({ ...small, order: 'interleaved' })).toEqual(
      [
        ['create a', 'create b', 'create null'],
        ['open b 1', 'open null 1', 'open a 1'],
        ['open null 2', 'open a 2', 'open b 2'],
        ['hold b 1', 'hold a 1'],
      ].flat(),
    )
  })

  it('goes through the engines backwards with the second allocator', () => {
    const both = { ...small, seeds: [1], allocators: ['default', 'mmap'] as const }
    const order = phases({ ...both, allocators: [...both.allocators] }).filter((text) =>
      text.startsWith('create'),
    )
    expect(order).toEqual(
      [
        ['create a', 'create b', 'create null'],
        ['create null mmap', 'create b mmap', 'create a mmap'],
      ].flat(),
    )
  })

  it('leaves out the phases that a variant does not have, and ends its site with the last it has', () => {
    const some = [{ name: 'a', phases: ['create', 'profile'] as const }]
    const tasks = storesSchedule({ ...small, profile: 10 }, some)
    expect(tasks.map(({ key, last }) => [key.phase, key.place, last])).toEqual([
      ['create', 'disk', true],
      ['profile', 'disk', true],
      ['profile', 'tmpfs', true],
    ])
  })

  it('adds to the stores it grows, and makes new ones for more notes', () => {
    const plan = {
      ...small,
      main: false,
      grow: { stores: [100, 200], notes: [10, 20], storesPerNotes: 5 },
    }
    const tasks = storesSchedule(plan, [{ name: 'a' }])
    expect(
      tasks.map(({ key: { phase, series, count, notes }, holds }) => [
        phase,
        series,
        count,
        notes,
        holds,
      ]),
    ).toEqual([
      ['create', 'stores', 100, 1_000, 0],
      ['open', 'stores', 100, 1_000, 100],
      ['hold', 'stores', 100, 1_000, 100],
      ['create', 'stores', 200, 1_000, 100],
      ['open', 'stores', 200, 1_000, 200],
      ['hold', 'stores', 200, 1_000, 200],
      ...[10, 20].flatMap((notes) => [
        ['create', 'notes', 5, notes, 0],
        ['open', 'notes', 5, notes, 5],
        ['hold', 'notes', 5, notes, 5],
      ]),
    ])
  })

  it('has no two tasks of one key', () => {
    const plan = storesPlan({ full: true, profile: true, grow: true }, names)
    const keys = storesSchedule(plan, variants).map(({ key }) => keyText(key))
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('room', () => {
  const trial = (bytesPerStore: number): Trial => ({ bytesPerStore, createMs: 10 })
  const gib = 1024 ** 3
  const trials = new Map([
    ['a', trial(400_000)],
    ['b', trial(300_000)],
  ])
  const plan = { ...storesPlan({ full: true }, names), order: 'grouped' as const }

  it('is needed for the largest engine where they follow each other, for all where they do not', () => {
    expect(neededBytes(plan, trials)).toBe(4e9)
    expect(neededBytes({ ...plan, order: 'interleaved' }, trials)).toBe(7e9)
  })

  it('lets engines take turns only while all their stores stay in memory', () => {
    const place = { memoryBytes: 64 * gib, freeBytes: 100 * gib }
    expect(orderOf(plan, trials, place)).toBe('interleaved')
    expect(orderOf(plan, trials, { ...place, memoryBytes: 16 * gib })).toBe('grouped')
    expect(orderOf(plan, trials, { ...place, freeBytes: 10 * gib })).toBe('grouped')
  })

  it('is refused with what is needed, what is free, and what to do', () => {
    expect(roomProblem('stores', 2 * gib, '/data', 2.4 * gib)).toBe(
      'stores need 2.0 GiB and 0.5 GiB to spare, and /data has 2.4 GiB left; make room, name a folder on another file system with --data, or give a smaller --count',
    )
    expect(roomProblem('stores', 2 * gib, '/data', 2.5 * gib)).toBeUndefined()
    expect(() => requireRoom({ ...plan, count: 1e9 }, trials, '/')).toThrow(/1,000,000,000 stores/)
  })

  it('ends growth where stores would fall out of the page cache', () => {
    expect(memoryProblem('stores', 2 * gib, gib)).toMatch(/would not stay in the page cache/)
    expect(memoryProblem('stores', gib, gib)).toBeUndefined()
  })

  it('is counted in descriptors too', () => {
    expect(parseOpenFileLimit('Max open files            1024                 4096  files')).toBe(
      1024,
    )
    expect(parseOpenFileLimit('Max open files            unlimited            x  files')).toBe(
      Infinity,
    )
    expect(() => requireDescriptors({ hold: 1_000 }, 1_024)).toThrow('`ulimit -n 5100`')
    expect(requireDescriptors({ hold: 1_000 }, 5_100)).toBeUndefined()
  })

  it('goes with a forecast by the trial: notes in proportion', () => {
    const [create, open] = storesSchedule({ ...plan, seeds: [1] }, [{ name: 'a' }])
    expect(predictTaskMs(create!, plan, trials)).toBe(500 + 10_000 * 11)
    expect(predictTaskMs(open!, plan, trials)).toBe(500 + 10_000)
  })
})
