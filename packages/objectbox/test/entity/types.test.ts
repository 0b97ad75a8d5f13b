import { expectTypeOf, test } from 'vitest'
import {
  type AnyEntity,
  type InferEntity,
  type PutInput,
  type RelationTarget,
  type ToManyKey,
  type ToOneKey,
  backlink,
  bool,
  date,
  dateNano,
  entity,
  floatVector,
  flex,
  id,
  int16,
  int64,
  string,
  stringVector,
  toMany,
  toOne,
  uint64,
} from '../../src/entity/index.ts'

const Author = entity('Author', { id: id(), name: string().unique() })
const Tag = entity('Tag', { id: id({ assignable: true }), label: string() })
const Note = entity('Note', {
  id: id(),
  text: string().index('hash'),
  level: int16().index(),
  done: bool().default(false),
  comment: string().nullable(),
  created: date(),
  changed: date({ as: 'number' }),
  precise: dateNano(),
  size: int64(),
  hash: uint64({ as: 'bigint' }),
  words: stringVector(),
  embedding: floatVector().hnsw({ dimensions: 2 }),
  extra: flex<{ color: string }>().nullable(),
  author: toOne(() => Author),
  parent: toOne('self'),
  tags: toMany(() => Tag),
})
type Note = InferEntity<typeof Note>

test('infers what objects carry when read', () => {
  expectTypeOf<Note>().toEqualTypeOf<{
    id: number
    text: string
    level: number
    done: boolean
    comment: string | null
    created: Date
    changed: number
    precise: bigint
    size: number
    hash: bigint
    words: string[]
    embedding: Float32Array
    extra: { color: string } | null
    authorId: number | null
    parentId: number | null
  }>()
})

test('lets put leave out the id, to-ones, nullable and defaulted properties', () => {
  expectTypeOf<PutInput<typeof Tag>>().toEqualTypeOf<{
    label: string
    id?: number | undefined
  }>()
  type Input = PutInput<typeof Note>
  expectTypeOf<Note>().toExtend<Input>()
  expectTypeOf<Input['done']>().toEqualTypeOf<boolean | undefined>()
  expectTypeOf<Input['comment']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<Input['authorId']>().toEqualTypeOf<number | null | undefined>()
  expectTypeOf<Input['embedding']>().toEqualTypeOf<Float32Array | readonly number[]>()
  // @ts-expect-error -- label is required
  const withoutLabel: PutInput<typeof Tag> = { id: 1 }
  // @ts-expect-error -- there is no such property
  const misspelt: PutInput<typeof Tag> = { label: 'x', lable: 'y' }
  void [withoutLabel, misspelt]
})

test('knows the relations of an entity and what they point at', () => {
  expectTypeOf<ToOneKey<typeof Note>>().toEqualTypeOf<'author' | 'parent'>()
  expectTypeOf<ToManyKey<typeof Note>>().toEqualTypeOf<'tags'>()
  expectTypeOf<RelationTarget<typeof Note, 'author'>>().toEqualTypeOf<typeof Author>()
  expectTypeOf<RelationTarget<typeof Note, 'tags'>>().toEqualTypeOf<typeof Tag>()
  expectTypeOf<InferEntity<RelationTarget<typeof Note, 'parent'>>>().toEqualTypeOf<Note>()
  expectTypeOf(backlink(Note, 'author').relation).toEqualTypeOf<'author'>()
  // @ts-expect-error -- text is no relation
  void (() => backlink(Note, 'text'))
  expectTypeOf(Note).toExtend<AnyEntity>()
})

const refused = () => {
  // @ts-expect-error -- a hash index is for strings
  int16().index('hash')
  // @ts-expect-error -- floats cannot be indexed
  floatVector().index()
  // @ts-expect-error -- only float vectors have an HNSW index
  string().hnsw({ dimensions: 2 })
  // @ts-expect-error -- an id is never null
  id().nullable()
  // @ts-expect-error -- the default must be of the type of the property
  bool().default('no')
  // @ts-expect-error -- the JavaScript forms of an int64 are number and bigint
  int64({ as: 'string' })
  string().index('hash64').unique({ onConflict: 'replace' })
}

test('refuses at compile time what a kind of property cannot do', () => {
  expectTypeOf(refused).returns.toBeVoid()
})

test('takes entities that point at each other when one target is annotated', () => {
  const Left = entity('Left', { id: id(), right: toOne((): AnyEntity => Right) })
  const Right = entity('Right', { id: id(), left: toOne(() => Left) })
  expectTypeOf<InferEntity<typeof Left>>().toEqualTypeOf<{ id: number; rightId: number | null }>()
  expectTypeOf<RelationTarget<typeof Right, 'left'>>().toEqualTypeOf<typeof Left>()
})
