import type { AnyEntity, InferEntity } from '../entity/entity.ts'
import { IdNotFoundError } from '../error/objectbox-error.ts'
import { relationId } from '../query/relation-fields.ts'
import type { BoundEntity, StoreCore } from '../store/store-core.ts'
import { runInTransaction } from '../transaction/run-in-transaction.ts'
import { readExisting, targetIds } from './read-relations.ts'

const ID_NOT_FOUND = 10_211

/**
 * A standalone to-many relation of one entity: pairs of ids that the database keeps beside the
 * objects. Removing an object removes its pairs.
 */
export class ToManyRelation<Target extends AnyEntity> {
  readonly #core: StoreCore
  readonly #source: BoundEntity
  readonly #target: BoundEntity
  readonly #name: string
  readonly #id: number

  /** Relations come from `box.relation`. */
  constructor(core: StoreCore, source: BoundEntity, target: BoundEntity, name: string) {
    this.#core = core
    this.#source = source
    this.#target = target
    this.#name = name
    this.#id = relationId(source.resolved, name)
  }

  /** Ids of the objects that the source leads to, ascending. */
  ids(sourceId: number): number[] {
    return targetIds(this.#core, this.#source.resolved, this.#target, this.#name, sourceId)
  }

  /** The objects that the source leads to. */
  get(sourceId: number): InferEntity<Target>[] {
    const ids = this.ids(sourceId)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the entity's codec
    return readExisting(this.#core, this.#target, ids) as InferEntity<Target>[]
  }

  /**
   * Adds targets, in one transaction; those it has already stay. Throws an `IdNotFoundError` when
   * the source or a target does not exist.
   */
  add(sourceId: number, ...targets: readonly number[]): void {
    runInTransaction(this.#core, 'write', () => this.#add(sourceId, targets))
  }

  /** Takes targets away, in one transaction, and tells how many of them it had. */
  remove(sourceId: number, ...targets: readonly number[]): number {
    return runInTransaction(this.#core, 'write', () => this.#remove(sourceId, targets))
  }

  /** Makes these the targets, in one transaction. */
  replace(sourceId: number, targets: readonly number[]): void {
    runInTransaction(this.#core, 'write', () => {
      const wanted = new Set(targets)
      const current = this.ids(sourceId)
      this.#remove(
        sourceId,
        current.filter((id) => !wanted.has(id)),
      )
      this.#add(
        sourceId,
        targets.filter((id) => !current.includes(id)),
      )
    })
  }

  #add(sourceId: number, targets: readonly number[]): void {
    const { native } = this.#core
    this.#requireExisting(this.#source, sourceId)
    for (const target of targets) {
      this.#requireExisting(this.#target, target)
      native.boxRelationPut(this.#source.box, this.#id, sourceId, target)
    }
  }

  #remove(sourceId: number, targets: readonly number[]): number {
    const { native } = this.#core
    let removed = 0
    const existing = new Set(this.ids(sourceId))
    for (const target of targets) {
      if (!existing.delete(target)) continue
      native.boxRelationRemove(this.#source.box, this.#id, sourceId, target)
      removed++
    }
    return removed
  }

  /** The library would store a relation to an object that does not exist. */
  #requireExisting(bound: BoundEntity, id: number): void {
    if (this.#core.native.boxContains(bound.box, id)) return
    throw new IdNotFoundError(
      `${this.#source.resolved.name}.${this.#name}: there is no ${bound.resolved.name} with the id ${id}`,
      { code: ID_NOT_FOUND },
    )
  }
}
