import type { EntitySchema, ResolvedModel } from '../entity/schema.ts'
import { renameWarnings, type ModelChange } from './changes.ts'
import { formatIdUid, parseIdUid, UidPool } from './id-uid.ts'
import { ModelError } from './model-error.ts'
import { emptyModelJson, type EntityJson, type ModelJson } from './model-json.ts'
import { resolveModel } from './resolve.ts'
import { syncEntity } from './sync-entity.ts'
import { SyncState, type MatchedEntity } from './sync-state.ts'
import { validateModelJson } from './validate.ts'

export interface SyncOptions {
  /** Entities that may be removed with all their rows: `true` for any, or their names. Default: none. */
  readonly allowRemoval?: boolean | readonly string[]
  /** Names the model in errors. */
  readonly where?: string
  /** Source of new uids; for tests. */
  readonly randomUid?: () => bigint
}

export interface SyncResult {
  /** The new content of the model file; the given one is not changed. */
  readonly json: ModelJson
  readonly resolved: ResolvedModel
  /** Empty when the file needs no writing. */
  readonly changes: readonly ModelChange[]
  /** Sentences about changes that probably were not meant. */
  readonly warnings: readonly string[]
}

/**
 * Brings the definitions and the content of a model file together: what has a uid is matched by it,
 * else by name; what is new gets ids and uids; what is gone is retired. Throws a `ModelError`
 * that says what to do for anything that would lose data without being told to.
 */
export function syncModel(
  schemas: readonly EntitySchema[],
  stored: unknown,
  options: SyncOptions = {},
): SyncResult {
  const pool = new UidPool(options.randomUid)
  const where = options.where ?? 'the model'
  const json =
    stored === undefined
      ? emptyModelJson()
      : validateModelJson(structuredClone(stored), where, pool)
  checkDefinitions(schemas)
  const state = new SyncState(json, pool)
  const matched = schemas.map((schema) => matchEntity(schema, state))
  checkRemoval(matched, state, where, options.allowRemoval ?? false)
  for (const { schema, entity } of matched) state.place(schema, entity)
  for (const { schema, entity } of matched) syncEntity(schema, entity, state)
  removeEntities(matched, state)
  const resolved = resolveModel(matched, json)
  return { json, resolved, changes: state.changes, warnings: renameWarnings(state.changes) }
}

function checkDefinitions(schemas: readonly EntitySchema[]): void {
  if (schemas.length === 0) throw new ModelError('a store needs at least one entity')
  const names = new Set<string>()
  const uids = new Map<bigint, string>()
  for (const schema of schemas) {
    const folded = schema.name.toLowerCase()
    if (names.has(folded)) throw new ModelError(`two entities are named ${schema.name}`)
    names.add(folded)
    checkGivenUid(`entity ${schema.name}`, schema.uid, uids)
    for (const { name, uid } of [...schema.properties, ...schema.relations]) {
      checkGivenUid(`${schema.name}.${name}`, uid, uids)
    }
    checkTargets(schema, schemas)
  }
}

function checkGivenUid(owner: string, uid: bigint | undefined, uids: Map<bigint, string>): void {
  if (uid === undefined) return
  const other = uids.get(uid)
  if (other) throw new ModelError(`${other} and ${owner} are given the same uid ${uid}`)
  uids.set(uid, owner)
}

function checkTargets(schema: EntitySchema, schemas: readonly EntitySchema[]): void {
  const toOnes = schema.properties.map(({ declaredAs, target }) => ({ name: declaredAs, target }))
  for (const { name, target } of [...toOnes, ...schema.relations]) {
    const pointsAt = target?.()
    if (pointsAt && !schemas.includes(pointsAt)) {
      throw new ModelError(
        `${schema.name}.${name} points at ${pointsAt.name}, which is not among the store's entities; add it`,
      )
    }
  }
}

/** The entity of the file that the definition means, or a new one. */
function matchEntity(schema: EntitySchema, state: SyncState): MatchedEntity {
  const { json } = state
  const byName = json.entities.find(({ name }) => name.toLowerCase() === schema.name.toLowerCase())
  const byUid =
    schema.uid === undefined
      ? undefined
      : json.entities.find(({ id }) => parseIdUid(id, schema.name).uid === schema.uid)
  const entity = schema.uid === undefined ? byName : byUid
  if (entity) {
    if (byName && byName !== entity) {
      throw new ModelError(
        `entity ${schema.name} has the uid of ${entity.name}, but the model has another ${byName.name}`,
      )
    }
    if (entity.name !== schema.name) {
      const { uid } = parseIdUid(entity.id, entity.name)
      const names = { name: schema.name, oldName: entity.name }
      state.changes.push({ kind: 'renamed', what: 'entity', ...names, uid })
      state.renameTargets(entity.name, schema.name)
      entity.name = schema.name
    }
    return { schema, entity }
  }
  const uid = state.claimUid(schema.uid, `entity ${schema.name}`)
  const id = parseIdUid(json.lastEntityId, 'lastEntityId').id + 1
  json.lastEntityId = formatIdUid({ id, uid })
  const added: EntityJson = {
    id: json.lastEntityId,
    lastPropertyId: '0:0',
    name: schema.name,
    properties: [],
    relations: [],
  }
  json.entities.push(added)
  state.changes.push({ kind: 'added', what: 'entity', name: schema.name, uid })
  return { schema, entity: added }
}

function checkRemoval(
  matched: readonly MatchedEntity[],
  state: SyncState,
  where: string,
  allowed: boolean | readonly string[],
): void {
  const kept = new Set(matched.map(({ entity }) => entity))
  for (const entity of state.json.entities) {
    if (kept.has(entity)) continue
    const isAllowed = typeof allowed === 'boolean' ? allowed : allowed.includes(entity.name)
    if (isAllowed) continue
    throw new ModelError(
      `${where} has the entity ${entity.name}, which the store's entities leave out: opening would delete all its rows. ` +
        `Add it to the entities, or allow that with allowRemoval: ['${entity.name}']`,
    )
  }
}

function removeEntities(matched: readonly MatchedEntity[], state: SyncState): void {
  const kept = new Set(matched.map(({ entity }) => entity))
  for (const entity of state.json.entities) {
    if (!kept.has(entity)) state.retireEntity(entity)
  }
  state.json.entities = state.json.entities.filter((entity) => kept.has(entity))
}
