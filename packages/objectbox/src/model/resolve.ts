import type {
  PropertyType,
  ResolvedEntity,
  ResolvedModel,
  ResolvedProperty,
  ResolvedRelation,
} from '../entity/schema.ts'
import { parseIdUid } from './id-uid.ts'
import type { ModelJson, PropertyJson } from './model-json.ts'
import type { MatchedEntity } from './sync-state.ts'

/** The definitions with the ids and uids that a synced file has for them. */
export function resolveModel(matched: readonly MatchedEntity[], json: ModelJson): ResolvedModel {
  return {
    entities: matched.map((pair) => resolveEntity(pair, json)),
    lastEntityId: parseIdUid(json.lastEntityId, 'lastEntityId'),
    lastIndexId: parseIdUid(json.lastIndexId, 'lastIndexId'),
    lastRelationId: parseIdUid(json.lastRelationId, 'lastRelationId'),
  }
}

function resolveEntity({ schema, entity }: MatchedEntity, json: ModelJson): ResolvedEntity {
  return {
    ...parseIdUid(entity.id, entity.name),
    name: entity.name,
    flags: entity.flags ?? 0,
    lastPropertyId: parseIdUid(entity.lastPropertyId, entity.name),
    properties: schema.properties.map((property): ResolvedProperty => {
      const stored = named(entity.properties, property.name)
      return { ...resolveProperty(stored, property.type), schema: property }
    }),
    relations: schema.relations.map((relation): ResolvedRelation => {
      const stored = named(entity.relations ?? [], relation.name)
      const target = json.entities.find(({ id }) => id === stored.targetId)!
      return {
        ...parseIdUid(stored.id, stored.name),
        name: stored.name,
        target: parseIdUid(stored.targetId, stored.name),
        targetName: target.name,
        schema: relation,
      }
    }),
    schema,
  }
}

function resolveProperty(
  stored: PropertyJson,
  type: PropertyType,
): Omit<ResolvedProperty, 'schema'> {
  return {
    ...parseIdUid(stored.id, stored.name),
    name: stored.name,
    type,
    flags: stored.flags ?? 0,
    ...(stored.indexId !== undefined && { index: parseIdUid(stored.indexId, stored.name) }),
    ...(stored.relationTarget !== undefined && { relationTarget: stored.relationTarget }),
  }
}

function named<Item extends { readonly name: string }>(items: readonly Item[], name: string): Item {
  return items.find((item) => item.name === name)!
}
