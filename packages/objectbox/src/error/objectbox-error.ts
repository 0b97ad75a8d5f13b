export interface ObjectBoxErrorOptions extends ErrorOptions {
  /** Number of the C library (`OBX_ERROR_*`), or its nearest for errors of the binding itself. */
  readonly code: number
  /** Number of the storage or the operating system behind it; 0 when there is none. */
  readonly secondary?: number
}

/** An error of the database: what happened, where, and what to do. */
export class ObjectBoxError extends Error {
  readonly code: number
  readonly secondary: number

  constructor(message: string, options: ObjectBoxErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.code = options.code
    this.secondary = options.secondary ?? 0
  }
}

/** The native library or the addon could not be loaded. */
export class LibraryNotFoundError extends ObjectBoxError {}

/** The library was built without the feature (sync, admin, backup, time series). */
export class FeatureNotAvailableError extends ObjectBoxError {}

/** The store was closed, by `close`, `using` or the end of its worker. */
export class StoreClosedError extends ObjectBoxError {}

/** The same database is already open in this process, in any thread and under any spelling of its path. */
export class StoreAlreadyOpenError extends ObjectBoxError {}

/** Another process has the database open. */
export class ProcessLockedError extends ObjectBoxError {}

/** A query or transaction was used after it ended. */
export class HandleClosedError extends ObjectBoxError {}

/** The transaction ended before its commit: nothing of it is stored. */
export class TransactionAbortedError extends ObjectBoxError {}

/** The database reached its maximum size. Objects can still be removed. */
export class DbFullError extends ObjectBoxError {}

/** More threads read at once than `maxReaders`. */
export class MaxReadersError extends ObjectBoxError {}

/** Another object has the same value of a unique property. */
export class UniqueViolationError extends ObjectBoxError {
  /** Id of the object that has the value; undefined when the library did not tell. */
  readonly existingId: number | undefined

  constructor(message: string, options: ObjectBoxErrorOptions) {
    super(message, options)
    const match = /exists in object with ID (\d+)/.exec(message)
    this.existingId = match === null ? undefined : Number(match[1])
  }
}

/** `findUnique` found more than one object. */
export class NonUniqueResultError extends ObjectBoxError {}

/** `insert` met an existing object of the same id. */
export class IdAlreadyExistsError extends ObjectBoxError {}

/** `update` met no object of the id. */
export class IdNotFoundError extends ObjectBoxError {}

/** The definitions and the stored schema do not fit. */
export class SchemaError extends ObjectBoxError {}

/** The database file is damaged. */
export class FileCorruptError extends ObjectBoxError {}

/** 10,000 queries of one store are open. */
export class TooManyQueriesError extends ObjectBoxError {}

/** A result does not fit into 2 GiB or the memory. */
export class ResultTooLargeError extends ObjectBoxError {}
