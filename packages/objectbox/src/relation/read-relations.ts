import type { Backlink } from '../entity/entity.ts'
import type { PropertySchema, ResolvedEntity } from '../entity/schema.ts'
import { RelationDirection } from '../native/addon.ts'
import { sendIds } from '../native/inputs.ts'
import { results } from '../native/results.ts'
import { propertyOf } from '../query/condition.ts'
import { relationId } from '../query/relation-fields.ts'
import type { BoundEntity, StoreCore } from '../store/store-core.ts'

/** Objects of an entity by their ids, null where there is none, in one native call. */
export function readMany(core: StoreCore, bound: BoundEntity, ids: ArrayLike<number>): unknown[] {
  if (ids.length === 0) return []
  const count = core.native.boxGetMany(bound.box, sendIds(ids))
  return results().decodeMany(bound.codec, count)
}

export function readExisting(
  core: StoreCore,
  bound: BoundEntity,
  ids: ArrayLike<number>,
): unknown[] {
  return readMany(core, bound, ids).filter((found) => found !== null)
}

/** Ids of the objects that a to-many relation leads to from `id`. */
export function targetIds(
  core: StoreCore,
  source: ResolvedEntity,
  target: BoundEntity,
  relation: string,
  id: number,
): number[] {
  const relationNumber = relationId(source, relation)
  return relatedIds(core, target, RelationDirection.targets, relationNumber, id)
}

/** Ids of the objects whose relation leads to `id`. */
export function backlinkIds(core: StoreCore, link: Backlink, id: number): number[] {
  const source = core.bind(link.entity)
  const toOne = toOneOf(source.resolved, link.relation)
  if (toOne === undefined) {
    const relationNumber = relationId(source.resolved, link.relation)
    return relatedIds(core, source, RelationDirection.sources, relationNumber, id)
  }
  const property = propertyOf(source.resolved, toOne.name)
  return relatedIds(core, source, RelationDirection.propertySources, property.id, id)
}

export function toOneOf(entity: ResolvedEntity, declaredAs: string): PropertySchema | undefined {
  return entity.schema.properties.find(
    (property) => property.kind === 'toOne' && property.declaredAs === declaredAs,
  )
}

function relatedIds(
  core: StoreCore,
  box: BoundEntity,
  direction: number,
  relation: number,
  id: number,
): number[] {
  return results().takeNumbers(core.native.boxRelatedIds(box.box, direction, relation, id))
}
