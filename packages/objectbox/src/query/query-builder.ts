import type { AnyEntity } from '../entity/entity.ts'
import { ObjectBoxError } from '../error/objectbox-error.ts'
import type { Condition } from './condition.ts'
import type { AnyOrder } from './compiled-query.ts'
import type { OrderBy, OrderRule } from './order.ts'
import { Query, type QueryOwner } from './query.ts'

const ILLEGAL_STATE = 10_001

/** Collects what a query is made of. `build` ends it. */
export class QueryBuilder<Entity extends AnyEntity> {
  readonly #owner: QueryOwner
  readonly #condition: Condition<Entity> | undefined
  readonly #rules: (string | OrderRule)[] = []
  #isBuilt = false

  /** Builders come from `box.query`. */
  constructor(owner: QueryOwner, condition: Condition<Entity> | undefined) {
    this.#owner = owner
    this.#condition = condition
  }

  /** Adds rules of order, of less weight than those before. Without any, objects come by id. */
  order(order: OrderBy<Entity>): this {
    const given: AnyOrder = order
    if (typeof given === 'string' || 'by' in given) this.#rules.push(given)
    else this.#rules.push(...given)
    return this
  }

  /** Builds the query; the builder cannot be used again. */
  build(): Query<Entity> {
    if (this.#isBuilt) {
      throw new ObjectBoxError('the query was built already; start another with box.query', {
        code: ILLEGAL_STATE,
      })
    }
    this.#isBuilt = true
    return new Query(this.#owner, this.#condition, this.#rules)
  }
}
