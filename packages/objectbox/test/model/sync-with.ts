import { entity, id, int16, string, toMany, toOne, type AnyEntity } from '../../src/entity/index.ts'
import { syncModel, type ModelJson, type SyncOptions } from '../../src/model/index.ts'

/** Uids 1001, 1002, ... so that results can be written down. */
export function countingUids(from = 1001n): () => bigint {
  let next = from
  return () => next++
}

export function sync(
  entities: readonly AnyEntity[],
  stored?: ModelJson,
  options: SyncOptions = {},
): ReturnType<typeof syncModel> {
  return syncModel(
    entities.map(({ schema }) => schema),
    stored,
    { randomUid: countingUids(), ...options },
  )
}

/** The changes in words. */
export function changesOf({ changes }: ReturnType<typeof sync>): string[] {
  return changes.map(({ kind, name, oldName }) =>
    oldName ? `${kind} ${oldName} -> ${name}` : `${kind} ${name}`,
  )
}

export const Author = entity('Author', { id: id(), name: string().unique() })
export const Note = entity('Note', {
  id: id(),
  text: string().index(),
  level: int16(),
  author: toOne(() => Author),
  tags: toMany(() => Author),
})
