import type { AnyEntity, Backlink } from '../entity/entity.ts'
import type { BoundEntity, StoreCore } from '../store/store-core.ts'
import { backlinkIds, readExisting, readMany, targetIds, toOneOf } from './read-relations.ts'

interface Owner {
  readonly core: StoreCore
  readonly bound: BoundEntity
}

type Row = Record<string, unknown>

/** Reads the included relations of the objects and sets them on them; returns the same objects. */
export function attachIncluded(
  owner: Owner,
  objects: unknown[],
  include: Readonly<Record<string, unknown>> | undefined,
): unknown[] {
  if (include === undefined || objects.length === 0) return objects
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded objects are plain
  const rows = objects as Row[]
  for (const [key, given] of Object.entries(include)) {
    if (given === undefined) continue
    if (isBacklink(given)) attachBacklink(owner, rows, key, given)
    else if (given === true) attachRelation(owner, rows, key)
    else throw new TypeError(`include.${key} must be true or a backlink`)
  }
  return objects
}

function attachRelation(owner: Owner, rows: readonly Row[], key: string): void {
  const { core, bound } = owner
  const toOne = toOneOf(bound.resolved, key)
  if (toOne === undefined) {
    attachToMany(owner, rows, key)
    return
  }
  const target = core.bind(targetDefinition(core, toOne.target!().name))
  const ids = [...new Set(rows.map((row) => row[toOne.name]).filter(isId))]
  const found = new Map(readMany(core, target, ids).map((object, index) => [ids[index], object]))
  for (const row of rows) {
    const id = row[toOne.name]
    // The target of an id may be gone: the library keeps such a relation.
    row[key] = isId(id) ? (found.get(id) ?? null) : null
  }
}

function attachToMany({ core, bound }: Owner, rows: readonly Row[], key: string): void {
  const relation = bound.resolved.relations.find(({ schema }) => schema.name === key)
  if (relation === undefined) throw new TypeError(`${bound.resolved.name} has no relation ${key}`)
  const target = core.bind(targetDefinition(core, relation.targetName))
  const idName = bound.resolved.schema.idProperty.name
  for (const row of rows) {
    const ids = targetIds(core, bound.resolved, target, key, Number(row[idName]))
    row[key] = readExisting(core, target, ids)
  }
}

function attachBacklink(
  { core, bound }: Owner,
  rows: readonly Row[],
  key: string,
  link: Backlink,
): void {
  const source = core.bind(link.entity)
  const idName = bound.resolved.schema.idProperty.name
  for (const row of rows) {
    row[key] = readExisting(core, source, backlinkIds(core, link, Number(row[idName])))
  }
}

export function targetDefinition(core: StoreCore, name: string): AnyEntity {
  const definition = core.definitionOf(core.entityNamed(name).id)
  if (definition === undefined) throw new TypeError(`the store has no entity ${name}`)
  return definition
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && value > 0
}

function isBacklink(value: unknown): value is Backlink {
  return typeof value === 'object' && value !== null && 'entity' in value && 'relation' in value
}
