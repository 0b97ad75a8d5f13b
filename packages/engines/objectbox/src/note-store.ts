import type { NoteStore } from '@rowrate/core/stores'
import type { InferEntity, Store } from '@rowrate/objectbox'
import { entity, id, int64, libraryVersion, string } from '@rowrate/objectbox'

// The halves of putMany, which users of the binding have no reason to call: the profile times each.
import { PutMode } from '../../../objectbox/src/native/addon.ts'
import { withEncoded } from '../../../objectbox/src/native/inputs.ts'

export const NoteEntity = entity('Note', { id: id(), text: string(), ts: int64() })
export type StoredNote = InferEntity<typeof NoteEntity>

/** Where notes lie in the binding's own buffer, until it is used again. */
interface Encoded {
  readonly count: number
  readonly end: number
}

export function noteStore(store: Store): NoteStore<'sync', StoredNote, Encoded> {
  const box = store.box(NoteEntity)
  return {
    write: (notes) => box.putMany(notes).length,
    marshal: (notes) =>
      withEncoded(
        (target) => box.bound.codec.encodeMany(notes, target),
        ({ count, end }) => ({ count, end }),
      ),
    put: ({ count, end }) =>
      withEncoded(
        // The bytes are there still; only the marks of their end were cleared.
        (target) => Object.assign(target, { count, end }),
        (encoded) => {
          box.core.native.boxPutMany(box.bound.box, encoded.count, PutMode.put)
          return encoded.count
        },
      ),
    count: () => box.count(),
    get: (noteId) => box.get(noteId),
    all: () => box.all(),
    settings: () => [{ library: libraryVersion(), commit: 'synced by the library' }],
    close: () => {
      store.close()
      return undefined
    },
  }
}
