import { expect, it } from 'vitest'

import type { NoteStore, StoreEngine } from '../src/stores/index.ts'
import { defineStoreEngine } from '../src/stores/index.ts'

const store: NoteStore<'sync', unknown, unknown> = {
  write: () => 0,
  count: () => 0,
  get: () => undefined,
  all: () => [],
  settings: () => [],
  close: () => undefined,
}
const engine = {
  name: 'typed',
  api: 'sync',
  family: 'other',
  build: (note: unknown) => note,
  create: () => store,
  open: () => store,
} as const

type Method = keyof NoteStore<'sync', unknown, unknown>

it('takes the values of a sync engine and no promise of them', () => {
  const sound: StoreEngine<'sync'> = defineStoreEngine({ ...engine })
  expect(sound.variants).toEqual([{ name: 'typed', label: 'typed' }])
  const asynchronous = {
    // @ts-expect-error -- a promise of a count is no count
    write: async () => 0,
    // @ts-expect-error -- likewise
    count: async () => 0,
    // @ts-expect-error -- likewise
    get: async () => undefined,
    // @ts-expect-error -- likewise
    all: async () => [],
    // @ts-expect-error -- likewise
    put: async () => 0,
    // @ts-expect-error -- likewise
    settings: async () => [],
    // @ts-expect-error -- a close that is not waited for
    close: async () => undefined,
  } satisfies Partial<Pick<NoteStore<'sync', unknown, unknown>, Method>>
  expect(Object.keys(asynchronous)).toHaveLength(7)
  // @ts-expect-error -- a store that is not open yet
  expect(defineStoreEngine({ ...engine, open: async () => store })).toBeDefined()
})
