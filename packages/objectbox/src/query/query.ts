import type { AnyEntity, InferEntity } from '../entity/entity.ts'
import { HandleClosedError } from '../error/objectbox-error.ts'
import type { QueryHandle } from '../native/addon.ts'
import type { Include, Included, NoInclude } from '../relation/include.ts'
import { attachIncluded } from '../relation/attach-included.ts'
import type { BoundEntity, StoreCore } from '../store/store-core.ts'
import { propertyOf, type Condition, type ParameterWriter } from './condition.ts'
import { writeParameter, writeQuery, type AnyOrder } from './compiled-query.ts'
import { PropertyQuery } from './property-query.ts'
import { QueryRunner, type Range } from './run-query.ts'

const ILLEGAL_STATE = 10_001

export interface FindOptions<Entity extends AnyEntity, With extends Include<Entity>> extends Range {
  /** Relations to read along, by their keys. */
  readonly include?: With
}

/** An object and its distance from the vector of `nearestNeighbors`: smaller is nearer. */
export interface Scored<Found> {
  readonly object: Found
  readonly score: number
}

/** What a query needs from the box that it was built by. */
export interface QueryOwner {
  readonly core: StoreCore
  readonly bound: BoundEntity
  getMany(ids: readonly number[]): unknown[]
  removeMany(ids: readonly number[]): number
}

/**
 * A query that was built to be run many times. It holds some 10 kB of native memory until it is
 * closed, by `using` or `close`, or with its store; `box.find` and its kin close theirs.
 */
export class Query<Entity extends AnyEntity> implements Disposable {
  readonly #owner: QueryOwner
  readonly #runner: QueryRunner
  #openHandle: QueryHandle | undefined
  readonly #aliases: ReadonlyMap<string, ParameterWriter>
  readonly #isIndexedEquality: boolean

  /** Queries come from `box.query`. */
  constructor(owner: QueryOwner, condition: Condition<Entity> | undefined, order?: AnyOrder) {
    const { core, bound } = owner
    const program = writeQuery(core, bound, condition, order)
    this.#owner = owner
    this.#runner = new QueryRunner(core, bound)
    this.#openHandle = core.buildQuery(bound.resolved.id, program.bytes)
    this.#aliases = program.aliases
    this.#isIndexedEquality = program.isIndexedEquality
  }

  get isOpen(): boolean {
    const handle = this.#openHandle
    return handle !== undefined && this.#owner.core.native.queryIsOpen(handle)
  }

  /** All objects, or the given range of them. A result beyond 2 GiB throws: use `iterate`. */
  find<const With extends Include<Entity> = NoInclude>(
    options: FindOptions<Entity, With> = {},
  ): Included<Entity, With>[] {
    const found = this.#runner.find(this.#handle, options)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the entity's codec
    return attachIncluded(this.#owner, found, options.include) as Included<Entity, With>[]
  }

  /** The first object after `offset`, or null. */
  findFirst<const With extends Include<Entity> = NoInclude>(
    options: Omit<FindOptions<Entity, With>, 'limit'> = {},
  ): Included<Entity, With> | null {
    return this.#single(this.#runner.findFirst(this.#handle, options.offset ?? 0), options.include)
  }

  /** The only object, or null. Throws a `NonUniqueResultError` when there are more. */
  findUnique<const With extends Include<Entity> = NoInclude>(
    options: FindOptions<Entity, With> = {},
  ): Included<Entity, With> | null {
    return this.#single(this.#runner.findUnique(this.#handle, options), options.include)
  }

  findIds(range: Range = {}): number[] {
    return this.#runner.findIds(this.#handle, range)
  }

  /** Of a query with `nearestNeighbors`: objects with their distances, nearest first. */
  findWithScores(range: Range = {}): Scored<InferEntity<Entity>>[] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the entity's codec
    return this.#runner.findWithScores(this.#handle, range) as Scored<InferEntity<Entity>>[]
  }

  /** Of a query with `nearestNeighbors`: ids with their distances, nearest first. */
  findIdsWithScores(range: Range = {}): { id: number; score: number }[] {
    return this.#runner.findIdsWithScores(this.#handle, range)
  }

  count(): number {
    const isIndexedEquality = this.#isIndexedEquality
    return this.#runner.count({ handle: this.#handle, isIndexedEquality })
  }

  /** Removes the objects and tells how many. */
  remove(range: Range = {}): number {
    return this.#runner.remove(this.#handle, range, (ids) => this.#owner.removeMany(ids))
  }

  /**
   * The objects one by one, read in chunks: what matched when the iteration began, as it is when
   * its chunk is read; objects removed meanwhile are left out.
   */
  *iterate(
    options: Range & { readonly chunkSize?: number } = {},
  ): Generator<InferEntity<Entity>, undefined, undefined> {
    const { chunkSize = 1000 } = options
    if (!Number.isSafeInteger(chunkSize) || chunkSize < 1) {
      throw new RangeError(`chunkSize must be a whole number from 1, not ${chunkSize}`)
    }
    const ids = this.findIds(options)
    for (let start = 0; start < ids.length; start += chunkSize) {
      const chunk = this.#owner.getMany(ids.slice(start, start + chunkSize))
      for (const found of chunk) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the entity's codec
        if (found !== null) yield found as InferEntity<Entity>
      }
    }
  }

  /** One property of the objects: distinct values, minimum, sum and so on. */
  property<Key extends keyof InferEntity<Entity> & string>(
    name: Key,
  ): PropertyQuery<NonNullable<InferEntity<Entity>[Key]>> {
    const { core, bound } = this.#owner
    return new PropertyQuery(core, () => this.#handle, propertyOf(bound.resolved, name))
  }

  /**
   * Gives the condition of that alias new values, as many as the condition took: two for `between`,
   * one list for `oneOf`. Throws a `TypeError` for an unknown alias or a wrong value.
   */
  setParameter(alias: string, ...values: readonly unknown[]): this {
    const program = writeParameter(this.#aliases, alias, values)
    this.#owner.core.native.querySetParameters(this.#handle, program)
    return this
  }

  /** The conditions in words, with their current values. */
  describe(): string {
    return this.#owner.core.native.queryDescribe(this.#handle)
  }

  close(): void {
    const handle = this.#openHandle
    this.#openHandle = undefined
    if (handle !== undefined) this.#owner.core.closeQuery(handle)
  }

  [Symbol.dispose](): void {
    this.close()
  }

  get #handle(): QueryHandle {
    if (this.#openHandle !== undefined) return this.#openHandle
    throw new HandleClosedError('the query is closed', { code: ILLEGAL_STATE })
  }

  #single<With extends Include<Entity>>(
    found: unknown,
    include: With | undefined,
  ): Included<Entity, With> | null {
    if (found === null) return null
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoded by the entity's codec
    return attachIncluded(this.#owner, [found], include)[0] as Included<Entity, With>
  }
}
