import type { WriteBuffer } from '../codec/write-buffer.ts'
import type {
  AnyEntity,
  Backlink,
  InferEntity,
  PutInput,
  RelationTarget,
  ToManyKey,
  ToOneKey,
} from '../entity/entity.ts'
import { PutMode } from '../native/addon.ts'
import { sendIds, withEncoded } from '../native/inputs.ts'
import { results } from '../native/results.ts'
import { QueryCache, type CompiledQuery } from '../query/compiled-query.ts'
import type { OrderBy } from '../query/order.ts'
import { QueryBuilder } from '../query/query-builder.ts'
import type { FindOptions } from '../query/query.ts'
import { QueryRunner, type Range } from '../query/run-query.ts'
import { toCondition, type ConditionInput } from '../query/where.ts'
import { attachIncluded, targetDefinition } from '../relation/attach-included.ts'
import type { Include, Included, NoInclude } from '../relation/include.ts'
import { backlinkIds, readExisting, readMany, toOneOf } from '../relation/read-relations.ts'
import { ToManyRelation } from '../relation/to-many-relation.ts'
import type { BoundEntity, StoreCore } from '../store/store-core.ts'
import { setId, setIds } from './assign-ids.ts'

/** Options of the one-shot queries of a box. */
export interface BoxFindOptions<
  Entity extends AnyEntity,
  With extends Include<Entity>,
> extends FindOptions<Entity, With> {
  readonly order?: OrderBy<Entity>
}

/**
 * The objects of one entity. Every call is a transaction of its own unless it runs in one.
 *
 * Objects are plain. `put` writes a new object's id to it, unless it cannot be changed.
 */
export class Box<Entity extends AnyEntity> {
  readonly core: StoreCore
  readonly bound: BoundEntity
  readonly entity: Entity
  readonly #runner: QueryRunner
  readonly #cache: QueryCache
  readonly #idName: string

  /** Boxes come from `store.box`. */
  constructor(core: StoreCore, entity: Entity) {
    this.core = core
    this.entity = entity
    this.bound = core.bind(entity)
    this.#runner = new QueryRunner(core, this.bound)
    this.#cache = new QueryCache(core, this.bound)
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
    if (!this.core.native.boxGet(this.bound.box, id)) return null
    const found = this.bound.codec.decode(results().refresh().arena, 0)
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
    const { arena, offsets } = results().refresh()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the entity's codec
    return this.bound.codec.decodeMany(arena, offsets, count) as InferEntity<Entity>[]
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

  /** How many objects there are, or for how many the condition holds. */
  count(condition?: ConditionInput<Entity>): number {
    if (condition === undefined) return this.core.native.boxCount(this.bound.box, 0)
    return this.#run(condition, undefined, (query) => this.#runner.count(query))
  }

  /** The objects for which the condition holds; all without one. */
  find<const With extends Include<Entity> = NoInclude>(
    condition?: ConditionInput<Entity>,
    options: BoxFindOptions<Entity, With> = {},
  ): Included<Entity, With>[] {
    const found = this.#run(condition, options.order, ({ handle }) =>
      this.#runner.find(handle, options),
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the entity's codec
    return attachIncluded(this, found, options.include) as Included<Entity, With>[]
  }

  /** The first object for which the condition holds, or null. */
  findFirst<const With extends Include<Entity> = NoInclude>(
    condition?: ConditionInput<Entity>,
    options: Omit<BoxFindOptions<Entity, With>, 'limit'> = {},
  ): Included<Entity, With> | null {
    const found = this.#run(condition, options.order, ({ handle }) =>
      this.#runner.findFirst(handle, options.offset ?? 0),
    )
    return this.#single(found, options.include)
  }

  /** The only object for which the condition holds, or null. Throws a `NonUniqueResultError`. */
  findUnique<const With extends Include<Entity> = NoInclude>(
    condition?: ConditionInput<Entity>,
    options: { readonly include?: With } = {},
  ): Included<Entity, With> | null {
    const found = this.#run(condition, undefined, ({ handle }) =>
      this.#runner.findUnique(handle, {}),
    )
    return this.#single(found, options.include)
  }

  findIds(
    condition?: ConditionInput<Entity>,
    options: Range & { readonly order?: OrderBy<Entity> } = {},
  ): number[] {
    return this.#run(condition, options.order, ({ handle }) =>
      this.#runner.findIds(handle, options),
    )
  }

  /** Removes the objects for which the condition holds and tells how many. */
  removeWhere(condition: ConditionInput<Entity>): number {
    return this.#run(condition, undefined, ({ handle }) =>
      this.#runner.remove(handle, {}, (ids) => this.removeMany(ids)),
    )
  }

  /** Starts a query that is to be run many times, or streamed: `box.query(...).order(...).build()`. */
  query(condition?: ConditionInput<Entity>): QueryBuilder<Entity> {
    return new QueryBuilder<Entity>(
      this,
      condition === undefined ? undefined : toCondition(this.entity, condition),
    )
  }

  /** The to-many relation of that key. */
  relation<Key extends ToManyKey<Entity>>(
    key: Key,
  ): ToManyRelation<Extract<RelationTarget<Entity, Key>, AnyEntity>> {
    const relation = this.bound.resolved.relations.find(({ schema }) => schema.name === key)
    if (relation === undefined) {
      throw new TypeError(`${this.entity.name} has no to-many relation ${String(key)}`)
    }
    const target = this.core.bind(targetDefinition(this.core, relation.targetName))
    return new ToManyRelation(this.core, this.bound, target, key)
  }

  /** The object that the to-one of `object` points at, read now; null when there is none. */
  target<Key extends ToOneKey<Entity>>(
    object: InferEntity<Entity>,
    key: Key,
  ): InferEntity<RelationTarget<Entity, Key>> | null {
    const toOne = toOneOf(this.bound.resolved, key)
    if (toOne === undefined) throw new TypeError(`${this.entity.name} has no to-one ${key}`)
    const id: unknown = Reflect.get(object as object, toOne.name)
    if (typeof id !== 'number' || id === 0) return null
    const target = this.core.bind(targetDefinition(this.core, toOne.target!().name))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the entity's codec
    return readMany(this.core, target, [id])[0] as InferEntity<RelationTarget<Entity, Key>> | null
  }

  /** The objects whose relation leads to the object of this box with that id, read now. */
  backlinks<Source extends AnyEntity>(id: number, link: Backlink<Source>): InferEntity<Source>[] {
    const source = this.core.bind(link.entity)
    const ids = backlinkIds(this.core, link, id)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the entity's codec
    return readExisting(this.core, source, ids) as InferEntity<Source>[]
  }

  #run<Result>(
    input: ConditionInput<Entity> | undefined,
    order: OrderBy<Entity> | undefined,
    body: (query: CompiledQuery) => Result,
  ): Result {
    const condition = input === undefined ? undefined : toCondition(this.entity, input)
    return this.#cache.run(condition, order, body)
  }

  #single<With extends Include<Entity>>(
    found: unknown,
    include: With | undefined,
  ): Included<Entity, With> | null {
    if (found !== null) attachIncluded(this, [found], include)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the entity's codec
    return found as Included<Entity, With> | null
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
    setIds(objects as readonly object[], this.#idName, ids)
    return ids
  }
}
