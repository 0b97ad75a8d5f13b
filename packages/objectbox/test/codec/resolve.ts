import type { EntitySchema, ResolvedEntity } from '../../src/entity/index.ts'

/** Ids and uids as a fresh model would give them: 1, 2, 3 in the order of the definition. */
export function resolve(schema: EntitySchema): ResolvedEntity {
  const properties = schema.properties.map((property, index) => ({
    id: index + 1,
    uid: BigInt(index + 1001),
    name: property.name,
    type: property.type,
    flags: property.flags,
    schema: property,
  }))
  const last = properties.at(-1)!
  return {
    id: 1,
    uid: 1n,
    name: schema.name,
    flags: 0,
    lastPropertyId: { id: last.id, uid: last.uid },
    properties,
    relations: [],
    schema,
  }
}
