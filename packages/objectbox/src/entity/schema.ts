/** Property types with the numbers of the C library (`OBXPropertyType`). */
export const PropertyType = {
  bool: 1,
  byte: 2,
  short: 3,
  char: 4,
  int: 5,
  long: 6,
  float: 7,
  double: 8,
  string: 9,
  date: 10,
  relation: 11,
  dateNano: 12,
  flex: 13,
  boolVector: 22,
  byteVector: 23,
  shortVector: 24,
  charVector: 25,
  intVector: 26,
  longVector: 27,
  floatVector: 28,
  doubleVector: 29,
  stringVector: 30,
  dateVector: 31,
  dateNanoVector: 32,
} as const
export type PropertyType = (typeof PropertyType)[keyof typeof PropertyType]

/** Property flags with the numbers of the C library (`OBXPropertyFlags`). */
export const PropertyFlag = {
  id: 1,
  notNull: 4,
  indexed: 8,
  unique: 32,
  idSelfAssignable: 128,
  indexPartialSkipZero: 512,
  indexHash: 2048,
  indexHash64: 4096,
  unsigned: 8192,
  uniqueOnConflictReplace: 32_768,
} as const

/** What a property holds, finer than the stored type: width and sign included. */
export type PropertyKind =
  | 'id'
  | 'bool'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'float'
  | 'double'
  | 'string'
  | 'date'
  | 'dateNano'
  | 'toOne'
  | 'flex'
  | 'bytes'
  | 'boolVector'
  | 'int8Vector'
  | 'int16Vector'
  | 'int32Vector'
  | 'int64Vector'
  | 'uint16Vector'
  | 'uint32Vector'
  | 'uint64Vector'
  | 'floatVector'
  | 'doubleVector'
  | 'stringVector'
  | 'dateVector'
  | 'dateNanoVector'

/**
 * The JavaScript form of a 64-bit value, by choice of the definition: `int64`, `uint64` as number
 * (exact or an error) or bigint; `date` as Date or number of milliseconds; else `default`.
 */
export type ValueForm = 'default' | 'number' | 'bigint'

/** `value` also serves order and ranges; the hashes of text find equal text only. */
export type IndexType = 'value' | 'hash' | 'hash64'

/** How the nearness of vectors is measured. `euclidean` scores are squared; `geo` is kilometres between latitude-longitude pairs. */
export type VectorDistance =
  | 'euclidean'
  | 'cosine'
  | 'dotProduct'
  | 'dotProductNonNormalized'
  | 'geo'

/** `OBXVectorDistanceType` */
export const vectorDistanceNumber: Readonly<Record<VectorDistance, number>> = {
  euclidean: 1,
  cosine: 2,
  dotProduct: 3,
  geo: 6,
  dotProductNonNormalized: 10,
}

/** Options of an HNSW vector index; what is left out keeps the library's default. */
export interface HnswOptions {
  /** Elements of the vectors that are indexed: vectors with fewer are refused, elements beyond are ignored. */
  readonly dimensions: number
  /** Default: `euclidean`. */
  readonly distance?: VectorDistance
  /** Connections per vector: more is more exact, slower and larger. Library's default: 30. */
  readonly neighborsPerNode?: number
  /** Candidates looked at when a vector is added: more is more exact and slower. Default: 100. */
  readonly indexingSearchCount?: number
  /** How often links are repaired when vectors are removed, from 0 to 1. Default: 1. */
  readonly reparationBacklinkProbability?: number
  /** Memory for the vectors, in kB. Default: 2 GB. */
  readonly vectorCacheHintSizeKb?: number
  /** Bits of `OBXHnswFlags`. */
  readonly flags?: number
}

/** One stored property as its definition states it, before the model gave it an id. */
export interface PropertySchema {
  /** Key of the property in the entity definition: `author` of `author: toOne(() => Author)`. */
  readonly declaredAs: string
  /** Key on the objects, and name in the database: `authorId` of a to-one `author`, else `declaredAs`. */
  readonly name: string
  readonly kind: PropertyKind
  readonly type: PropertyType
  /** All flags of the C model, those of the index and of uniqueness included. */
  readonly flags: number
  readonly form: ValueForm
  readonly nullable: boolean
  /** Written when an object leaves the property out; read where a stored object lacks it. */
  readonly defaultValue?: unknown
  readonly index?: IndexType
  readonly unique?: 'fail' | 'replace'
  readonly hnsw?: HnswOptions
  /** Only of a to-one: the entity it points at (resolved late: entities may point at each other). */
  readonly target?: () => EntitySchema
  /** Given by the user to rename a property; else the model file's. */
  readonly uid?: bigint
}

/** A standalone to-many relation. */
export interface RelationSchema {
  readonly name: string
  readonly target: () => EntitySchema
  readonly uid?: bigint
}

/** One entity as its definition states it: what `entity(...)` keeps in `.schema`. */
export interface EntitySchema {
  readonly name: string
  readonly uid?: bigint
  /** In the order of the definition, the id among them. */
  readonly properties: readonly PropertySchema[]
  readonly idProperty: PropertySchema
  readonly relations: readonly RelationSchema[]
}

/** An id, small and never reused within its scope, with the 63-bit uid that stays through renames. */
export interface IdUid {
  readonly id: number
  readonly uid: bigint
}

export interface ResolvedProperty extends IdUid {
  readonly name: string
  readonly type: PropertyType
  readonly flags: number
  /** Of the value, hash, partial or HNSW index. */
  readonly index?: IdUid
  /** Name of the entity a to-one points at. */
  readonly relationTarget?: string
  readonly schema: PropertySchema
}

export interface ResolvedRelation extends IdUid {
  readonly name: string
  readonly target: IdUid
  readonly targetName: string
  readonly schema: RelationSchema
}

export interface ResolvedEntity extends IdUid {
  readonly name: string
  readonly flags: number
  readonly lastPropertyId: IdUid
  /** In the order of the definition. */
  readonly properties: readonly ResolvedProperty[]
  readonly relations: readonly ResolvedRelation[]
  readonly schema: EntitySchema
}

/** Everything the C model needs, in the order of its calls; also what codecs are compiled from. */
export interface ResolvedModel {
  readonly entities: readonly ResolvedEntity[]
  readonly lastEntityId: IdUid
  /** `{ id: 0, uid: 0n }` where there is none. */
  readonly lastIndexId: IdUid
  readonly lastRelationId: IdUid
}
