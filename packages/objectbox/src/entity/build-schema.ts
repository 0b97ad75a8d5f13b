import { kindFacts } from './kinds.ts'
import { Property, type PropertySettings } from './property.ts'
import { ToMany, ToOne, type RelationTargetOption } from './relation.ts'
import { PropertyFlag, vectorDistanceNumber } from './schema.ts'
import type { EntitySchema, HnswOptions, PropertySchema, RelationSchema } from './schema.ts'
import type { EntityOptions, EntityShape } from './entity.ts'
import { invalidValue } from './value-check.ts'

/** Resolves and checks a definition; throws a `TypeError` that names the entity and the property. */
export function buildEntitySchema(
  name: string,
  shape: EntityShape,
  options: EntityOptions,
): EntitySchema {
  checkName('an entity', name)
  const properties: PropertySchema[] = []
  const relations: RelationSchema[] = []
  const target = (option: RelationTargetOption) => () =>
    option === 'self' ? schema : targetSchema(name, option)
  for (const [key, definition] of Object.entries(shape)) {
    checkName(`a property of ${name}`, key)
    if (definition instanceof ToMany) {
      relations.push({
        name: key,
        target: target(definition.target),
        ...uidOf(definition.givenUid),
      })
    } else if (definition instanceof ToOne) {
      properties.push(toOneSchema(key, definition, target(definition.target)))
    } else if (definition instanceof Property) {
      properties.push(propertySchema(name, key, definition.settings))
    } else {
      throw new TypeError(
        `${name}.${key} is not a property definition; use id(), string(), toOne(...) and the like`,
      )
    }
  }
  const idProperty = checkProperties(name, properties)
  const schema: EntitySchema = {
    name,
    ...uidOf(parseUid(`entity ${name}`, options.uid)),
    properties,
    idProperty,
    relations,
  }
  return schema
}

function propertySchema(entity: string, key: string, settings: PropertySettings): PropertySchema {
  const facts = kindFacts[settings.kind]
  const where = `${entity}.${key}`
  checkIndex(where, settings)
  if (settings.hnsw) checkHnsw(where, settings.hnsw)
  checkUid(where, settings.uid)
  const property: PropertySchema = {
    declaredAs: key,
    name: key,
    kind: settings.kind,
    type: facts.type,
    flags: facts.flags | settingFlags(settings),
    form: settings.form,
    nullable: settings.nullable,
    ...(settings.defaultValue !== undefined && { defaultValue: settings.defaultValue }),
    ...(settings.index && { index: settings.index }),
    ...(settings.unique && { unique: settings.unique }),
    ...(settings.hnsw && { hnsw: settings.hnsw }),
    ...uidOf(settings.uid),
  }
  checkDefault(entity, property)
  return property
}

function checkDefault(entity: string, property: PropertySchema): void {
  if (property.defaultValue === undefined) return
  const invalid = invalidValue(entity, property, property.defaultValue)
  if (invalid) throw new TypeError(`default of ${invalid.message}`, { cause: invalid })
}

function toOneSchema(
  key: string,
  definition: ToOne<unknown>,
  target: () => EntitySchema,
): PropertySchema {
  const { type, flags } = kindFacts.toOne
  return {
    declaredAs: key,
    name: `${key}Id`,
    kind: 'toOne',
    type,
    flags,
    form: 'number',
    nullable: true,
    index: 'value',
    target,
    ...uidOf(definition.givenUid),
  }
}

function settingFlags(settings: PropertySettings): number {
  let flags = 0
  if (settings.assignable) flags |= PropertyFlag.idSelfAssignable
  if (settings.index === 'value' || settings.hnsw) flags |= PropertyFlag.indexed
  if (settings.index === 'hash') flags |= PropertyFlag.indexHash
  if (settings.index === 'hash64') flags |= PropertyFlag.indexHash64
  if (settings.unique) flags |= PropertyFlag.unique
  if (settings.unique === 'replace') flags |= PropertyFlag.uniqueOnConflictReplace
  return flags
}

function checkProperties(entity: string, properties: readonly PropertySchema[]): PropertySchema {
  const seen = new Set<string>()
  for (const { name } of properties) {
    // Model files are matched by names without regard to case, in all languages.
    const folded = name.toLowerCase()
    if (seen.has(folded)) throw new TypeError(`${entity} has two properties named ${name}`)
    seen.add(folded)
  }
  const ids = properties.filter(({ kind }) => kind === 'id')
  if (ids.length > 1) {
    const names = ids.map(({ name }) => name).join(' and ')
    throw new TypeError(`${entity} has ${ids.length} ids, ${names}; an entity has exactly one`)
  }
  if (!ids[0]) throw new TypeError(`${entity} has no id; add one: { id: id(), ... }`)
  return ids[0]
}

/** What the library accepts, less what would be the prototype of an object. */
function checkName(what: string, name: string): void {
  const isValid = /^[A-Za-z_][A-Za-z0-9_\u0080-\uFFFF]*$/.test(name) && name.isWellFormed()
  if (isValid && name !== '__proto__') return
  throw new TypeError(
    `${JSON.stringify(name)} cannot be the name of ${what}: a letter of a to z or _ comes first, then letters, digits or _`,
  )
}

function checkIndex(where: string, { kind, index, unique }: PropertySettings): void {
  if (!index) return
  if (!kindFacts[kind].indexable) {
    const advice = kind === 'floatVector' ? '; use hnsw({ dimensions })' : ''
    throw new TypeError(`${where} is a ${kind}, which cannot have an index${advice}`)
  }
  if (index !== 'value' && kind !== 'string') {
    const wanted = unique ? 'unique index' : 'index'
    throw new TypeError(
      `${where} is a ${kind}: a ${index} ${wanted} is only for strings; use 'value'`,
    )
  }
}

function checkHnsw(where: string, hnsw: HnswOptions): void {
  if (!Number.isInteger(hnsw.dimensions) || hnsw.dimensions < 1) {
    throw new TypeError(
      `${where}: hnsw dimensions must be a whole number from 1, not ${hnsw.dimensions}`,
    )
  }
  if (hnsw.distance !== undefined && !(hnsw.distance in vectorDistanceNumber)) {
    const known = Object.keys(vectorDistanceNumber).join(', ')
    throw new TypeError(`${where}: unknown hnsw distance ${hnsw.distance}; known are ${known}`)
  }
}

const MAX_UID = 2n ** 63n - 1n

function parseUid(where: string, uid: bigint | string | undefined): bigint | undefined {
  if (uid === undefined) return undefined
  const parsed = BigInt(uid)
  checkUid(where, parsed)
  return parsed
}

function checkUid(where: string, uid: bigint | undefined): void {
  if (uid !== undefined && (uid < 1n || uid > MAX_UID)) {
    throw new TypeError(`${where}: uid ${uid} is not from 1 to 2^63 - 1; see objectbox-model.json`)
  }
}

function uidOf(uid: bigint | undefined): { readonly uid?: bigint } {
  return uid === undefined ? {} : { uid }
}

function targetSchema(
  entity: string,
  target: () => { readonly schema: EntitySchema },
): EntitySchema {
  const definition = target()
  if (!definition?.schema) {
    throw new TypeError(
      `a relation of ${entity} does not point at an entity; use toOne(() => Other)`,
    )
  }
  return definition.schema
}
