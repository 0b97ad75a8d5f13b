import type {
  AnyEntity,
  Backlink,
  InferEntity,
  RelationTarget,
  ToManyKey,
  ToOneKey,
} from '../entity/entity.ts'
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

/** Options of the one-shot queries of a box. */
export interface BoxFindOptions<
  Entity extends AnyEntity,
  With extends Include<Entity>,
> extends FindOptions<Entity, With> {
  readonly order?: OrderBy<Entity>
}

/** The queries and relations of a box. */
export abstract class BoxQueries<Entity extends AnyEntity> {
  /** @internal */
  readonly core: StoreCore
  /** @internal */
  readonly bound: BoundEntity
  readonly entity: Entity
  // Made on first use, for stores that are opened for a moment only.
  #madeRunner: QueryRunner | undefined
  #madeCache: QueryCache | undefined

  constructor(core: StoreCore, entity: Entity) {
    this.core = core
    this.entity = entity
    this.bound = core.bind(entity)
  }

  get #runner(): QueryRunner {
    this.#madeRunner ??= new QueryRunner(this.core, this.bound)
    return this.#madeRunner
  }

  get #cache(): QueryCache {
    this.#madeCache ??= new QueryCache(this.core, this.bound)
    return this.#madeCache
  }

  abstract getMany(ids: ArrayLike<number>): (InferEntity<Entity> | null)[]

  abstract removeMany(ids: ArrayLike<number>): number

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
      throw new TypeError(`${this.entity.name} has no to-many relation ${key}`)
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
    const id: unknown = Reflect.get(object, toOne.name)
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
}
