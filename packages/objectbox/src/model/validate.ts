/* oxlint-disable typescript/no-unsafe-type-assertion -- this is where what was parsed is checked */
import { parseIdUid, type UidPool } from './id-uid.ts'
import { ModelError } from './model-error.ts'
import { MODEL_VERSION, retiredKeys, type ModelJson } from './model-json.ts'

/** What went wrong and where, in terms of the file. */
class Check {
  readonly #where: string

  constructor(where: string) {
    this.#where = where
  }

  fail(problem: string): never {
    throw new ModelError(
      `${this.#where} is damaged: ${problem}; restore it from version control or a backup`,
    )
  }

  list(value: unknown, what: string): unknown[] {
    return Array.isArray(value) ? value : this.fail(`${what} is no list`)
  }

  record(value: unknown, what: string): Record<string, unknown> {
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isRecord ? (value as Record<string, unknown>) : this.fail(`${what} is no object`)
  }
}

/**
 * Checks what was read from a model file and fills `pool` with its uids. Throws a `ModelError`
 * for a damaged file and for one that needs a newer version.
 */
export function validateModelJson(value: unknown, where: string, pool: UidPool): ModelJson {
  const check = new Check(where)
  const model = check.record(value, 'the file')
  const minimum = model.modelVersionParserMinimum ?? model.modelVersion
  if (typeof minimum !== 'number') check.fail('modelVersionParserMinimum is missing')
  if (Number(minimum) > MODEL_VERSION) {
    throw new ModelError(
      `${where} was written by a newer version (needs model version ${String(minimum)}, this one knows ${MODEL_VERSION}); update @rowrate/objectbox`,
    )
  }
  if (Number(model.modelVersion) < 4) check.fail('its model version is older than 4')
  for (const key of ['lastEntityId', 'lastIndexId', 'lastRelationId', 'lastSequenceId'] as const) {
    model[key] ??= '0:0'
    parseIdUid(model[key], `${where}: ${key}`)
  }
  for (const key of retiredKeys) model[key] = retiredUids(model[key] ?? [], key, check, pool)
  const entities = check.list(model.entities, 'entities')
  const ids = new IdScope(check, 'entity', model.lastEntityId, where)
  const indexes = new IdScope(check, 'index', model.lastIndexId, where)
  const relations = new IdScope(check, 'relation', model.lastRelationId, where)
  for (const entity of entities) {
    const record = check.record(entity, 'an entity')
    const name = nameOf(record, check)
    pool.add(ids.add(record.id, name), `entity ${name}`)
    validateEntity(record, name, { check, pool, where, indexes, relations })
  }
  // Everything the type says has been checked above.
  return value as ModelJson
}

interface Scopes {
  readonly check: Check
  readonly pool: UidPool
  readonly where: string
  readonly indexes: IdScope
  readonly relations: IdScope
}

function validateEntity(
  entity: Record<string, unknown>,
  name: string,
  { check, pool, where, indexes, relations }: Scopes,
): void {
  const ids = new IdScope(check, `property of ${name}`, entity.lastPropertyId, where)
  for (const item of check.list(entity.properties, `properties of ${name}`)) {
    const property = check.record(item, `a property of ${name}`)
    const fullName = `${name}.${nameOf(property, check)}`
    pool.add(ids.add(property.id, fullName), fullName)
    if (property.indexId !== undefined) {
      pool.add(indexes.add(property.indexId, fullName), `the index of ${fullName}`)
    }
  }
  for (const item of check.list(entity.relations ?? [], `relations of ${name}`)) {
    const relation = check.record(item, `a relation of ${name}`)
    const fullName = `${name}.${nameOf(relation, check)}`
    pool.add(relations.add(relation.id, fullName), fullName)
    parseIdUid(relation.targetId, `${where}: targetId of ${fullName}`)
  }
}

/** Ids of one scope: each once, none beyond the last one given. */
class IdScope {
  readonly #seen = new Set<number>()
  readonly #check: Check
  readonly #what: string
  readonly #where: string
  readonly #last: number

  constructor(check: Check, what: string, last: unknown, where: string) {
    this.#check = check
    this.#what = what
    this.#where = where
    this.#last = parseIdUid(last, `${where}: last id of ${what}`).id
  }

  add(text: unknown, owner: string): bigint {
    const { id, uid } = parseIdUid(text, `${this.#where}: id of ${owner}`)
    if (id < 1 || uid < 1n) this.#check.fail(`${owner} has the id ${id}:${uid}`)
    if (this.#seen.has(id)) this.#check.fail(`${this.#what} id ${id} is used twice, by ${owner}`)
    if (id > this.#last) {
      this.#check.fail(`${owner} has the id ${id}, beyond the last ${this.#what} id ${this.#last}`)
    }
    this.#seen.add(id)
    return uid
  }
}

function nameOf({ name }: Record<string, unknown>, check: Check): string {
  return typeof name === 'string' && name !== '' ? name : check.fail('something has no name')
}

function retiredUids(value: unknown, key: string, check: Check, pool: UidPool): bigint[] {
  return check.list(value, key).map((uid) => {
    const isUid = typeof uid === 'bigint' || (typeof uid === 'number' && Number.isSafeInteger(uid))
    if (!isUid) return check.fail(`${key} has ${String(uid)}`)
    const retired = BigInt(uid)
    if (pool.ownerOf(retired) === undefined) pool.add(retired, `the retired uid ${retired}`)
    return retired
  })
}
