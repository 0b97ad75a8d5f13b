import type { Note, NoteStore, StoreOptions } from '@rowrate/core/stores'
import { defineStoreEngine } from '@rowrate/core/stores'

const openStore = ({ expected }: StoreOptions): NoteStore<'sync', Note, readonly Note[]> => ({
  write: (notes) => notes.length,
  marshal: (notes) => notes,
  put: (notes) => notes.length,
  count: () => expected.count,
  get: (id) => expected.note(id),
  all: () => Array.from({ length: expected.count }, (_, index) => expected.note(index + 1)),
  settings: () => [],
  close: () => undefined,
})

export default defineStoreEngine({
  name: 'null',
  api: 'sync',
  family: 'other',
  storage: 'none',
  unranked: 'stores nothing: what the measuring itself costs for each store',
  build: (note) => note,
  create: openStore,
  open: openStore,
})
