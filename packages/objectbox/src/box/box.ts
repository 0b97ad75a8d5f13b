import type { WriteBuffer } from '../codec/write-buffer.ts'
import type { AnyEntity, InferEntity, PutInput } from '../entity/entity.ts'
import { PutMode } from '../native/addon.ts'
import { sendIds, withEncoded } from '../native/inputs.ts'
import { results } from '../native/results.ts'
import { attachIncluded } from '../relation/attach-included.ts'
import type { Include, Included, NoInclude } from '../relation/include.ts'
import { readMany } from '../relation/read-relations.ts'
import type { StoreCore } from '../store/store-core.ts'
import { setId, setIds } from './assign-ids.ts'
import { BoxQueries } from './box-queries.ts'

/**
 * The objects of one entity. Every call is a transaction of its own unless it runs in one.
 *
 * Objects are plain. `put` writes a new object's id to it, unless it cannot be changed.
 */
export class Box<Entity extends AnyEntity> extends BoxQueries<Entity> {
  readonly #idName: string

  /** Boxes come from `store.box`. */
  constructor(core: StoreCore, entity: Entity) {
    super(core, entity)
    this.#idName = entity.schema.idProperty.name
  }

  /**
   * Stores an object and returns its id: a new one when it has no id or 0, else it replaces the
   * object of that id. Throws a `UniqueViolationError` for a value that must be unique, and an
   * `ObjectBoxError` for an id that was never given out (unless the id is assignable).
   */
  put(object: PutInput<Entity>): number {
    return this.#putOne(object, PutMode.put)
  }

  /** Stores an object whose id, if it has one, must not exist. Throws an `IdAlreadyExistsError`. */
  insert(object: PutInput<Entity>): number {
    return this.#putOne(object, PutMode.insert)
  }

  /** Replaces an object that must exist. Throws an `IdNotFoundError`. */
  update(object: PutInput<Entity>): number {
    return this.#putOne(object, PutMode.update)
  }

  /**
   * Stores many objects, all or none, in one native call; returns their ids. An error names the
   * position of its object. Inside a transaction, a failure after the first object ends it.
   */
  putMany(objects: readonly PutInput<Entity>[]): number[] {
    return this.#putMany(objects, PutMode.put)
  }

  /** The same for objects whose ids must not exist. */
  insertMany(objects: readonly PutInput<Entity>[]): number[] {
    return this.#putMany(objects, PutMode.insert)
  }

  /** The same for objects that must exist. */
  updateMany(objects: readonly PutInput<Entity>[]): number[] {
    return this.#putMany(objects, PutMode.update)
  }

  /**
   * Accepts an object to be stored by a thread of the library, soon, together with others; returns
   * the id it will have. A failure then (of a unique value, say) is not reported, so this is for
   * data that may be lost one by one. `store.awaitQueued` and `store.close` wait for it.
   */
  putQueued(object: PutInput<Entity>): number {
    const { native } = this.core
    const id = withEncoded(
      (target) => this.bound.codec.encode(object, target),
      () => native.boxPutQueued(this.bound.box, PutMode.put),
    )
    setId(object, this.#idName, id)
    return id
  }

  /** The object, or null. */
  get<const With extends Include<Entity> = NoInclude>(
    id: number,
    options?: { readonly include?: With },
  ): Included<Entity, With> | null {
    const { box, codec } = this.bound
    const text = this.core.native.boxGet(box, id, codec.textSlot)
    if (text === false) return null
    const { arena } = results().refresh()
    const found = text === true ? codec.decode(arena, 0) : codec.decode(arena, 0, text)
    if (options?.include !== undefined) attachIncluded(this, [found], options.include)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the entity's codec
    return found as Included<Entity, With>
  }

  /** The objects in the order of the ids, null where there is none. */
  getMany(ids: ArrayLike<number>): (InferEntity<Entity> | null)[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the entity's codec
    return readMany(this.core, this.bound, ids) as (InferEntity<Entity> | null)[]
  }

  /** All objects by ascending id. A result beyond 2 GiB throws: use `query().build().iterate()`. */
  all(): InferEntity<Entity>[] {
    const count = this.core.native.boxGetAll(this.bound.box)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the entity's codec
    return results().decodeMany(this.bound.codec, count) as InferEntity<Entity>[]
  }

  /** Whether there was such an object to remove. */
  remove(id: number): boolean {
    return this.core.native.boxRemove(this.bound.box, id)
  }

  /** Removes the objects of these ids, in one transaction, and tells how many existed. */
  removeMany(ids: ArrayLike<number>): number {
    if (ids.length === 0) return 0
    return this.core.native.boxRemoveMany(this.bound.box, sendIds(ids))
  }

  /** Removes all objects and tells how many. */
  removeAll(): number {
    return this.core.native.boxRemoveAll(this.bound.box)
  }

  contains(id: number): boolean {
    return this.core.native.boxContains(this.bound.box, id)
  }

  isEmpty(): boolean {
    return this.core.native.boxIsEmpty(this.bound.box)
  }

  #putOne(object: PutInput<Entity>, mode: PutMode): number {
    const { native } = this.core
    const id = withEncoded(
      (target) => this.bound.codec.encode(object, target),
      () => native.boxPut(this.bound.box, mode),
    )
    setId(object, this.#idName, id)
    return id
  }

  #putMany(objects: readonly PutInput<Entity>[], mode: PutMode): number[] {
    const { native } = this.core
    return withEncoded(
      (target) => this.bound.codec.encodeMany(objects, target),
      (encoded) => {
        native.boxPutMany(this.bound.box, encoded.count, mode)
        return this.#takeIds(objects, encoded)
      },
    )
  }

  #takeIds(objects: readonly PutInput<Entity>[], encoded: WriteBuffer): number[] {
    const ids: number[] = []
    for (let i = 0; i < encoded.count; i++) ids.push(encoded.idAt(i))
    setIds(objects, this.#idName, ids)
    return ids
  }
}
