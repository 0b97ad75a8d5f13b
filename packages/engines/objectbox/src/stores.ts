import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { StoreOptions } from '@rowrate/core/stores'
import { defineStoreEngine } from '@rowrate/core/stores'
import type { ModelSync } from '@rowrate/objectbox'
import { openStore } from '@rowrate/objectbox'

import { NoteEntity, noteStore } from './note-store.ts'

/** One model for all stores, under version control as the binding's users keep theirs. */
const modelFile = join(import.meta.dirname, 'notes-model.json')

const modelSyncs: Readonly<Record<string, ModelSync>> = {
  'objectbox-sync-every-open': 'always',
  'objectbox-cached-model': 'cached',
  'objectbox-skip-model-sync': 'skip',
  'objectbox-cached-flatbuffers': 'cached',
}

const open = ({ directory, variant }: StoreOptions) =>
  noteStore(
    openStore({ directory, entities: [NoteEntity], modelFile, modelSync: modelSyncs[variant]! }),
  )

export default defineStoreEngine({
  name: 'objectbox',
  api: 'sync',
  family: 'objectbox',
  variants: [
    {
      name: 'objectbox-sync-every-open',
      label: 'ObjectBox, sync every open',
      published: 'ObjectBox, sync every open',
      marshalling: 'generated',
      note: 'the model file is read and compared, and the model passed to the library, at each open',
    },
    {
      name: 'objectbox-cached-model',
      label: 'ObjectBox, cached model',
      published: 'ObjectBox, cached model',
      marshalling: 'generated',
      note: 'the model file is read once per process, and the model passed to the library at each open',
    },
    {
      name: 'objectbox-skip-model-sync',
      label: 'ObjectBox, skip model sync',
      published: 'ObjectBox, skip model sync',
      marshalling: 'generated',
      note: 'an existing store is opened without a model; creating uses it',
    },
    {
      name: 'objectbox-cached-flatbuffers',
      label: 'ObjectBox, cached model, flatbuffers',
      published: 'ObjectBox, cached model',
      marshalling: 'library',
      phases: ['create', 'profile'],
      environment: { OBX_CODEGEN: '0' },
      note: 'notes are marshalled by the flatbuffers library instead of generated code; only creating differs',
    },
  ],
  build: ({ text, ts }) => ({ id: 0, text, ts }),
  create: (options) => {
    mkdirSync(options.directory)
    return open(options)
  },
  open: (options) => {
    // It would make a missing store.
    statSync(join(options.directory, 'data.mdb'))
    return open(options)
  },
})
