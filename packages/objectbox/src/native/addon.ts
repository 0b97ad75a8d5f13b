declare const handleType: unique symbol
interface Handle<Type extends string> {
  readonly [handleType]: Type
}
export type StoreHandle = Handle<'store'>
export type BoxHandle = Handle<'box'>
export type QueryHandle = Handle<'query'>

/**
 * Strings of one property of the objects from position `start` of the results, undefined where an
 * object has none. `collect` gets at most 128, all at once, and what it returns is returned.
 */
export type ReadTexts = <Collected>(
  start: number,
  count: number,
  slot: number,
  collect: (...texts: (string | undefined)[]) => Collected,
) => Collected

/** The functions of the addon before the library is loaded. */
export interface AddonSetup {
  /** Empty, or why the library at the path cannot be used. */
  load(path: string): string
  setErrorFactory(
    factory: (kind: number, code: number, secondary: number, message: string) => Error,
  ): void
  functions(): Addon
}

/** `PutMode` of native/src/objectbox_api.h. */
export const PutMode = { put: 1, insert: 2, update: 3 } as const
export type PutMode = (typeof PutMode)[keyof typeof PutMode]

/** `RelationDirection` of native/src/box_relation.cc. */
export const RelationDirection = { targets: 0, sources: 1, propertySources: 2 } as const

/** `NumberOperation` of native/src/query_property.cc. */
export const NumberOperation = {
  count: 0,
  minimum: 1,
  maximum: 2,
  sum: 3,
  average: 4,
  intMinimum: 5,
  intMaximum: 6,
  intSum: 7,
} as const

/** Order of the numbers in the options of `storeOpen`; `OptionIndex` of native/src/store.cc. */
export const StoreOption = {
  maxDbSizeInKb: 0,
  maxDataSizeInKb: 1,
  fileMode: 2,
  maxReaders: 3,
  usePreviousCommit: 4,
  validatePages: 5,
  debugFlags: 6,
} as const

/** The native side, function by function; its semantics stand at each function in native/src. */
export interface Addon {
  version(): string
  hasFeature(feature: number): boolean
  resultBuffers(): [
    objects: ArrayBuffer,
    offsets: ArrayBuffer,
    numbers: ArrayBuffer,
    status: ArrayBuffer,
  ]
  resultTexts: ReadTexts
  setObjectInput(bytes: Uint8Array, spans: Uint32Array): void
  setIdInput(ids: Float64Array): void

  storeLock(directory: string, readOnly: boolean): StoreHandle
  storeExists(store: StoreHandle): boolean
  storeOpen(store: StoreHandle, options: Float64Array, model: Uint8Array): void
  storeClose(store: StoreHandle): void
  storeIsOpen(store: StoreHandle): boolean
  storeOpenQueryCount(store: StoreHandle): number
  storeEntityId(store: StoreHandle, name: string): number
  storePropertyId(store: StoreHandle, entityId: number, name: string): number
  storeSize(store: StoreHandle, onDisk: boolean): number
  storeAwaitQueued(store: StoreHandle): void
  storeBox(store: StoreHandle, entityId: number): BoxHandle
  storeObserve(store: StoreHandle, callback: (entityIds: number[]) => void): void
  storeUnobserve(store: StoreHandle): void
  removeDatabaseFiles(directory: string): void

  transactionBegin(store: StoreHandle, write: boolean): void
  transactionEnd(store: StoreHandle, commit: boolean): void
  transactionAbandon(store: StoreHandle, reason: string): void
  transactionDepth(store: StoreHandle): number

  boxGet(box: BoxHandle, id: number, textSlot: number): boolean | string
  boxGetMany(box: BoxHandle, count: number): number
  boxGetAll(box: BoxHandle): number
  boxContains(box: BoxHandle, id: number): boolean
  boxCount(box: BoxHandle, limit: number): number
  boxIsEmpty(box: BoxHandle): boolean
  boxPut(box: BoxHandle, mode: PutMode): number
  boxPutMany(box: BoxHandle, count: number, mode: PutMode): void
  boxPutQueued(box: BoxHandle, mode: PutMode): number
  boxRemove(box: BoxHandle, id: number): boolean
  boxRemoveMany(box: BoxHandle, count: number): number
  boxRemoveAll(box: BoxHandle): number
  boxRelationPut(box: BoxHandle, relationId: number, source: number, target: number): void
  boxRelationRemove(box: BoxHandle, relationId: number, source: number, target: number): boolean
  boxRelatedIds(box: BoxHandle, direction: number, relationId: number, id: number): number

  queryBuild(
    store: StoreHandle,
    entityId: number,
    program: Uint8Array,
    spare?: QueryHandle,
  ): QueryHandle
  queryClose(query: QueryHandle): void
  queryIsOpen(query: QueryHandle): boolean
  querySetParameters(query: QueryHandle, program: Uint8Array): void
  queryDescribe(query: QueryHandle): string
  queryFind(query: QueryHandle, offset: number, limit: number): number
  queryFindFirst(query: QueryHandle): boolean
  queryFindUnique(query: QueryHandle): boolean
  queryFindIds(query: QueryHandle, offset: number, limit: number, copy: boolean): number
  queryFindWithScores(query: QueryHandle, offset: number, limit: number): number
  queryFindIdsWithScores(query: QueryHandle, offset: number, limit: number): number
  queryCount(query: QueryHandle): number
  queryRemove(query: QueryHandle): number
  queryPropertyNumber(
    query: QueryHandle,
    propertyId: number,
    operation: number,
    distinct: boolean,
  ): number | bigint | undefined
  queryPropertyValues(
    query: QueryHandle,
    propertyId: number,
    width: number,
    distinct: boolean,
    caseSensitive: boolean,
  ): (string | number | bigint)[]
}
