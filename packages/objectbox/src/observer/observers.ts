import type { AnyEntity } from '../entity/entity.ts'
import type { BoundEntity, StoreCore } from '../store/store-core.ts'

type Callback = (entities: readonly AnyEntity[]) => void

/** One registered callback; `using` or `close` ends it. The end of its store does too. */
export interface Observer extends Disposable {
  close(): void
}

interface Registration {
  readonly entity: BoundEntity | undefined
  readonly callback: Callback
}

/** Shares the one native observer of a store, which exists while there are callbacks. */
export class Observers {
  readonly #core: StoreCore
  readonly #registrations = new Set<Registration>()

  constructor(core: StoreCore) {
    this.#core = core
  }

  add(entity: BoundEntity | undefined, callback: Callback): Observer {
    if (typeof callback !== 'function') throw new TypeError('the callback must be a function')
    const { native, handle } = this.#core
    if (this.#registrations.size === 0) native.storeObserve(handle, (ids) => this.#notify(ids))
    const registration = { entity, callback }
    this.#registrations.add(registration)
    const close = () => this.#remove(registration)
    return { close, [Symbol.dispose]: close }
  }

  #remove(registration: Registration): void {
    if (!this.#registrations.delete(registration)) return
    if (this.#registrations.size === 0) this.#core.native.storeUnobserve(this.#core.handle)
  }

  #notify(entityIds: readonly number[]): void {
    const entities = entityIds.flatMap((id) => this.#core.definitionOf(id) ?? [])
    // One callback may close another, or itself.
    for (const registration of Array.from(this.#registrations)) {
      if (!this.#registrations.has(registration)) continue
      const { entity, callback } = registration
      if (entity === undefined) callback(entities)
      else if (entityIds.includes(entity.resolved.id)) callback([entity.definition])
    }
  }
}
