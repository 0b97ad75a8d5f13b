import { PropertyFlag, PropertyType } from '../entity/schema.ts'
import type { EntitySchema, PropertySchema, RelationSchema } from '../entity/schema.ts'
import { formatIdUid, parseIdUid } from './id-uid.ts'
import { ModelError } from './model-error.ts'
import type { EntityJson, PropertyJson, RelationJson } from './model-json.ts'
import type { SyncState } from './sync-state.ts'

const INDEX_FLAGS = PropertyFlag.indexed | PropertyFlag.indexHash | PropertyFlag.indexHash64

/** Flags that definitions decide; others, set by another language's tools, stay as they are. */
const OWN_FLAGS =
  INDEX_FLAGS |
  PropertyFlag.id |
  PropertyFlag.unique |
  PropertyFlag.idSelfAssignable |
  PropertyFlag.indexPartialSkipZero |
  PropertyFlag.unsigned |
  PropertyFlag.uniqueOnConflictReplace

/** Brings the properties and relations of one entity of the file in line with its definition. */
export function syncEntity(schema: EntitySchema, entity: EntityJson, state: SyncState): void {
  const properties = schema.properties.map((property) => {
    const found = matchProperty(schema, property, entity, state)
    if (found) updateProperty(schema, property, found, state)
    return found ?? addProperty(schema, property, entity, state)
  })
  for (const property of entity.properties) {
    if (properties.includes(property)) continue
    const uid = state.retireProperty(property)
    if (schema.properties.some(({ name }) => sameName(name, property.name))) continue
    const name = `${schema.name}.${property.name}`
    const storedAs = property.type && typeName(property.type, property.flags)
    state.changes.push({
      kind: 'removed',
      what: 'property',
      name,
      uid,
      ...(storedAs && { storedAs }),
    })
  }
  entity.properties = entity.properties.filter((property) => properties.includes(property))
  syncRelations(schema, entity, state)
}

interface Named {
  readonly id: string
  readonly name: string
}

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** By the uid the definition gives, else by name. */
function match<Item extends Named>(
  items: readonly Item[],
  wanted: { readonly name: string; readonly uid?: bigint },
  owner: string,
): Item | undefined {
  const byName = items.find(({ name }) => sameName(name, wanted.name))
  if (wanted.uid === undefined) return byName
  const byUid = items.find(({ id, name }) => parseIdUid(id, name).uid === wanted.uid)
  if (byUid && byName && byUid !== byName) {
    throw new ModelError(
      `${owner} has the uid of ${byUid.name}, but the model has another ${byName.name}; remove that first`,
    )
  }
  return byUid
}

function matchProperty(
  schema: EntitySchema,
  property: PropertySchema,
  entity: EntityJson,
  state: SyncState,
): PropertyJson | undefined {
  const owner = `${schema.name}.${property.name}`
  const found = match(entity.properties, property, owner)
  if (!found) return undefined
  const before = typeName(found.type ?? property.type, found.flags)
  const after = typeName(property.type, property.flags)
  if (before !== after) throw retypeError(owner, before, after, state)
  const target = property.target && state.entityOf(property.target()).name
  if (target !== undefined && (found.relationTarget ?? target) !== target) {
    throw retypeError(owner, `to-one ${found.relationTarget}`, `to-one ${target}`, state)
  }
  return found
}

function retypeError(owner: string, before: string, after: string, state: SyncState): ModelError {
  return new ModelError(
    `${owner} is stored as ${before}, but defined as ${after}. Define it as before, or start it anew without ` +
      `the stored values: .uid('${state.pool.suggest()}')`,
  )
}

/** With the sign, which decides how an index is ordered. */
function typeName(type: number, flags = 0): string {
  const entry = Object.entries(PropertyType).find(([, number]) => number === type)
  const sign = flags & PropertyFlag.unsigned ? 'unsigned ' : ''
  return `${sign}${entry ? entry[0] : `type ${type}`}`
}

function updateProperty(
  schema: EntitySchema,
  property: PropertySchema,
  found: PropertyJson,
  state: SyncState,
): void {
  const name = `${schema.name}.${property.name}`
  if (found.name !== property.name) {
    const { uid } = parseIdUid(found.id, name)
    const oldName = `${schema.name}.${found.name}`
    state.changes.push({ kind: 'renamed', what: 'property', name, oldName, uid })
    found.name = property.name
  }
  const oldFlags = found.flags ?? 0
  const oldIndexId = found.indexId
  const isStale = found.type === undefined || (property.target && !found.relationTarget)
  const flags = property.flags | (oldFlags & ~OWN_FLAGS)
  // Another kind of index is another index.
  if ((oldFlags & INDEX_FLAGS) !== (flags & INDEX_FLAGS)) state.retireIndex(found)
  describe(property, found, flags, state)
  if (hasIndex(property)) found.indexId ??= state.newIndexId(name)
  if (found.indexId !== oldIndexId) {
    const kinds = [oldIndexId && 'index removed', found.indexId && 'index added'] as const
    for (const kind of kinds) if (kind) state.changes.push({ kind, what: 'property', name })
  } else if (oldFlags !== flags || isStale) {
    state.changes.push({ kind: 'changed', what: 'property', name })
  }
}

function addProperty(
  schema: EntitySchema,
  property: PropertySchema,
  entity: EntityJson,
  state: SyncState,
): PropertyJson {
  const name = `${schema.name}.${property.name}`
  const uid = state.claimUid(property.uid, name)
  const id = parseIdUid(entity.lastPropertyId, name).id + 1
  entity.lastPropertyId = formatIdUid({ id, uid })
  const added: PropertyJson = { id: entity.lastPropertyId, name: property.name }
  describe(property, added, property.flags, state)
  if (hasIndex(property)) added.indexId = state.newIndexId(name)
  const replaced = entity.properties.some((other) => sameName(other.name, property.name))
  entity.properties.push(added)
  const storedAs = typeName(property.type, property.flags)
  state.changes.push({
    kind: replaced ? 'retyped' : 'added',
    what: 'property',
    name,
    uid,
    storedAs,
  })
  return added
}

function describe(
  property: PropertySchema,
  target: PropertyJson,
  flags: number,
  state: SyncState,
): void {
  target.type = property.type
  if (flags === 0) delete target.flags
  else target.flags = flags
  if (property.target) target.relationTarget = state.entityOf(property.target()).name
}

function hasIndex({ index, hnsw }: PropertySchema): boolean {
  return index !== undefined || hnsw !== undefined
}

function syncRelations(schema: EntitySchema, entity: EntityJson, state: SyncState): void {
  const stored = entity.relations ?? []
  const relations = schema.relations.map((relation) => {
    const found = match(stored, relation, `${schema.name}.${relation.name}`)
    return found
      ? updateRelation(schema, relation, found, state)
      : addRelation(schema, relation, state)
  })
  for (const relation of stored) {
    if (relations.includes(relation)) continue
    const uid = state.retireRelation(relation)
    const name = `${schema.name}.${relation.name}`
    if (schema.relations.some((other) => sameName(other.name, relation.name))) continue
    const storedAs = relation.targetId
    state.changes.push({ kind: 'removed', what: 'relation', name, uid, storedAs })
  }
  // Files of other languages may leave the list out where it is empty.
  if (entity.relations !== undefined || relations.length > 0) entity.relations = relations
}

function updateRelation(
  schema: EntitySchema,
  relation: RelationSchema,
  found: RelationJson,
  state: SyncState,
): RelationJson {
  const name = `${schema.name}.${relation.name}`
  const target = state.entityOf(relation.target())
  if (found.targetId !== target.id) {
    const before = state.json.entities.find(({ id }) => id === found.targetId)
    throw retypeError(
      name,
      `to-many ${before?.name ?? found.targetId}`,
      `to-many ${target.name}`,
      state,
    )
  }
  if (found.name !== relation.name) {
    const { uid } = parseIdUid(found.id, name)
    const oldName = `${schema.name}.${found.name}`
    state.changes.push({ kind: 'renamed', what: 'relation', name, oldName, uid })
    found.name = relation.name
  }
  return found
}

function addRelation(
  schema: EntitySchema,
  relation: RelationSchema,
  state: SyncState,
): RelationJson {
  const name = `${schema.name}.${relation.name}`
  const uid = state.claimUid(relation.uid, name)
  const id = state.newRelationId(uid)
  const targetId = state.entityOf(relation.target()).id
  state.changes.push({ kind: 'added', what: 'relation', name, uid, storedAs: targetId })
  return { id, name: relation.name, targetId }
}
