import type { AnyEntity } from './entity.ts'

declare const phantom: unique symbol

export type RelationTargetOption = 'self' | (() => AnyEntity)

/** Definition of a to-one: objects carry the other object's id under `<key>Id`, null for none. */
export class ToOne<Target> {
  /** @hidden */
  declare readonly [phantom]: Target
  /** @hidden */
  readonly kind = 'toOne'
  /** @hidden */
  readonly target: RelationTargetOption
  /** @hidden */
  readonly givenUid: bigint | undefined

  /** @hidden */
  constructor(target: RelationTargetOption, uid?: bigint) {
    this.target = target
    this.givenUid = uid
  }

  /** The uid from `objectbox-model.json` that stays with the data when the relation is renamed. */
  uid(uid: bigint | string): ToOne<Target> {
    return new ToOne(this.target, BigInt(uid))
  }
}

/** Definition of a standalone to-many: kept by the database beside the objects, which carry no key for it. */
export class ToMany<Target> {
  /** @hidden */
  declare readonly [phantom]: Target
  /** @hidden */
  readonly kind = 'toMany'
  /** @hidden */
  readonly target: RelationTargetOption
  /** @hidden */
  readonly givenUid: bigint | undefined

  /** @hidden */
  constructor(target: RelationTargetOption, uid?: bigint) {
    this.target = target
    this.givenUid = uid
  }

  /** The uid from `objectbox-model.json` that stays with the data when the relation is renamed. */
  uid(uid: bigint | string): ToMany<Target> {
    return new ToMany(this.target, BigInt(uid))
  }
}

/**
 * A relation to one object of another entity, or of the same with `'self'`. Where two entities
 * point at each other, one of them says `toOne((): AnyEntity => Other)`, which TypeScript needs.
 */
export function toOne(target: 'self'): ToOne<'self'>
export function toOne<Target extends AnyEntity>(target: () => Target): ToOne<Target>
export function toOne(target: RelationTargetOption): ToOne<unknown> {
  return new ToOne(target)
}

/** A relation to any number of objects of another entity, or of the same with `'self'`. */
export function toMany(target: 'self'): ToMany<'self'>
export function toMany<Target extends AnyEntity>(target: () => Target): ToMany<Target>
export function toMany(target: RelationTargetOption): ToMany<unknown> {
  return new ToMany(target)
}
