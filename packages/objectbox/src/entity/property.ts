import type { HnswOptions, IndexType, PropertyKind, ValueForm } from './schema.ts'

declare const phantom: unique symbol

/** What the chain of calls on a property has set so far. */
export interface PropertySettings {
  readonly kind: PropertyKind
  readonly form: ValueForm
  readonly nullable: boolean
  readonly assignable: boolean
  readonly defaultValue?: unknown
  readonly index?: IndexType
  readonly unique?: 'fail' | 'replace'
  readonly hnsw?: HnswOptions
  readonly uid?: bigint
}

export type IndexableKind =
  | 'bool'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'string'
  | 'date'
  | 'dateNano'

/** Whether an object given to `put` may leave the property out. */
export type Presence = 'required' | 'optional'

/**
 * A property of an entity as a value. Every method returns a new definition; nothing is changed in
 * place. `Read` is what objects carry when read, `Written` what `put` accepts.
 */
export class Property<
  Read,
  Written,
  Kind extends PropertyKind = PropertyKind,
  Needed extends Presence = Presence,
> {
  /** @hidden */
  declare readonly [phantom]: { read: Read; written: Written; kind: Kind; needed: Needed }
  /** @hidden */
  readonly settings: PropertySettings

  /** Properties come from `string()`, `int16()` and the like. */
  constructor(settings: PropertySettings) {
    this.settings = settings
  }

  /** Allows null, which is stored as an absent value and found by `isNull()`. */
  nullable(this: NotId<this, Kind>): Property<Read | null, Written | null, Kind, 'optional'> {
    return change(this, { nullable: true })
  }

  /**
   * The value that `put` stores where an object leaves the property out, and that is read from
   * objects stored before the property was added. A constant.
   */
  default(this: NotId<this, Kind>, value: Written): Property<Read, Written, Kind, 'optional'> {
    return change(this, { defaultValue: value })
  }

  /**
   * Adds an index: `value` by default; for strings `hash` by default, which finds equal strings
   * only (`hash64` has fewer collisions), while `value` also serves order and prefixes.
   */
  index(
    this: Kind extends IndexableKind ? this : never,
    type?: Kind extends 'string' ? IndexType : 'value',
  ): Property<Read, Written, Kind, Needed> {
    return change(this as Property<Read, Written, Kind, Needed>, {
      index: type ?? defaultIndex(this as Property<Read, Written, Kind, Needed>),
    })
  }

  /**
   * No two objects may have the same value (nulls excepted). A put that would, throws; with
   * `onConflict: 'replace'` it removes the other object instead, and the new one gets a new id.
   */
  unique(
    this: Kind extends IndexableKind ? this : never,
    options: { readonly onConflict?: 'fail' | 'replace' } = {},
  ): Property<Read, Written, Kind, Needed> {
    const self = this as Property<Read, Written, Kind, Needed>
    return change(self, {
      unique: options.onConflict ?? 'fail',
      index: self.settings.index ?? defaultIndex(self),
    })
  }

  /** Adds a vector index for nearest-neighbour queries; only float vectors have one. */
  hnsw(
    this: Kind extends 'floatVector' ? this : never,
    options: HnswOptions,
  ): Property<Read, Written, Kind, Needed> {
    return change(this as Property<Read, Written, Kind, Needed>, { hnsw: options })
  }

  /** The uid from `objectbox-model.json` that stays with the data when the property is renamed. */
  uid(uid: bigint | string): Property<Read, Written, Kind, Needed> {
    return change(this, { uid: BigInt(uid) })
  }
}

type NotId<Self, Kind> = Kind extends 'id' ? never : Self

function change<Read, Written, Kind extends PropertyKind, Needed extends Presence>(
  property: { readonly settings: PropertySettings },
  settings: Partial<PropertySettings>,
): Property<Read, Written, Kind, Needed> {
  return new Property({ ...property.settings, ...settings })
}

function defaultIndex(property: { readonly settings: PropertySettings }): IndexType {
  return property.settings.kind === 'string' ? 'hash' : 'value'
}

/** Any property, whatever it holds. */
// oxlint-disable-next-line typescript/no-explicit-any -- no narrower type takes all properties
export type AnyProperty = Property<any, any>

export type ReadOf<P> = P extends Property<infer Read, infer _W, infer _K, infer _N> ? Read : never
export type WrittenOf<P> =
  P extends Property<infer _R, infer Written, infer _K, infer _N> ? Written : never
export type KindOf<P> = P extends Property<infer _R, infer _W, infer Kind, infer _N> ? Kind : never
export type PresenceOf<P> =
  P extends Property<infer _R, infer _W, infer _K, infer Needed> ? Needed : never
