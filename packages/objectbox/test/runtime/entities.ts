import {
  bool,
  date,
  double,
  entity,
  floatVector,
  id,
  int16,
  int64,
  string,
  toMany,
  toOne,
} from '../../src/index.ts'

export const Author = entity('Author', { id: id(), name: string().unique() })

export const Tag = entity('Tag', { id: id(), label: string() })

export const Note = entity('Note', {
  id: id(),
  text: string().index(),
  level: int16().index(),
  score: double().nullable(),
  createdAt: date().nullable(),
  size: int64({ as: 'bigint' }).nullable(),
  isDone: bool().default(false),
  author: toOne(() => Author),
  tags: toMany(() => Tag),
})

export const Chosen = entity('Chosen', { id: id({ assignable: true }), text: string() })

export const Ranked = entity('Ranked', {
  id: id({ assignable: true }),
  rank: int16().index(),
})

export const Latest = entity('Latest', {
  id: id(),
  key: string().unique({ onConflict: 'replace' }),
  value: int16(),
})

export const City = entity('City', {
  id: id(),
  name: string(),
  location: floatVector().hnsw({ dimensions: 2, distance: 'euclidean' }),
})

export const entities = [Author, Tag, Note, Chosen, Latest, City]

/** Notes with levels 0 to 4 in turn and texts `note 0`, `note 1` and so on. */
export function someNotes(count: number) {
  return Array.from({ length: count }, (_, index) => ({ text: `note ${index}`, level: index % 5 }))
}
