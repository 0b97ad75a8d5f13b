import type { EntitySchema } from '../entity/schema.ts'
import type { ModelChange } from './changes.ts'
import { formatIdUid, parseIdUid, type UidPool } from './id-uid.ts'
import { ModelError } from './model-error.ts'
import type { EntityJson, ModelJson, PropertyJson, RelationJson } from './model-json.ts'

/** A definition and its entity in the file. */
export interface MatchedEntity {
  readonly schema: EntitySchema
  readonly entity: EntityJson
}

/** A sync in progress: the new content of the file, the uids in use, the changes so far. */
export class SyncState {
  readonly json: ModelJson
  readonly pool: UidPool
  readonly changes: ModelChange[] = []
  readonly #places = new Map<EntitySchema, EntityJson>()

  constructor(json: ModelJson, pool: UidPool) {
    this.json = json
    this.pool = pool
  }

  /** Remembers which entity of the file a definition is, for the relations that point at it. */
  place(schema: EntitySchema, entity: EntityJson): void {
    this.#places.set(schema, entity)
  }

  entityOf(schema: EntitySchema): EntityJson {
    return this.#places.get(schema)!
  }

  /** A uid for something new: the one its definition gives, if nothing has or had it, or a random one. */
  claimUid(given: bigint | undefined, owner: string): bigint {
    if (given === undefined) return this.pool.create(owner)
    const other = this.pool.ownerOf(given)
    if (other !== undefined) {
      throw new ModelError(
        `${owner} is given the uid ${given} of ${other}; use a free one, like '${this.pool.suggest()}'`,
      )
    }
    this.pool.add(given, owner)
    return given
  }

  newIndexId(owner: string): string {
    const id = parseIdUid(this.json.lastIndexId, 'lastIndexId').id + 1
    const uid = this.pool.create(`the index of ${owner}`)
    this.json.lastIndexId = formatIdUid({ id, uid })
    return this.json.lastIndexId
  }

  newRelationId(uid: bigint): string {
    const id = parseIdUid(this.json.lastRelationId, 'lastRelationId').id + 1
    this.json.lastRelationId = formatIdUid({ id, uid })
    return this.json.lastRelationId
  }

  /** To-ones name the entity they point at; the name follows a rename. */
  renameTargets(oldName: string, name: string): void {
    for (const entity of this.json.entities) {
      for (const property of entity.properties) {
        if (property.relationTarget === oldName) property.relationTarget = name
      }
    }
  }

  retireEntity(entity: EntityJson): void {
    const { uid } = parseIdUid(entity.id, entity.name)
    this.json.retiredEntityUids.push(uid)
    for (const property of entity.properties) this.retireProperty(property)
    for (const relation of entity.relations ?? []) this.retireRelation(relation)
    this.changes.push({ kind: 'removed', what: 'entity', name: entity.name, uid })
  }

  retireProperty(property: PropertyJson): bigint {
    const { uid } = parseIdUid(property.id, property.name)
    this.json.retiredPropertyUids.push(uid)
    this.retireIndex(property)
    return uid
  }

  retireIndex(property: PropertyJson): void {
    if (property.indexId === undefined) return
    this.json.retiredIndexUids.push(parseIdUid(property.indexId, property.name).uid)
    delete property.indexId
  }

  retireRelation(relation: RelationJson): bigint {
    const { uid } = parseIdUid(relation.id, relation.name)
    this.json.retiredRelationUids.push(uid)
    return uid
  }
}
