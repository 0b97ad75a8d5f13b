import {
  DbFullError,
  FeatureNotAvailableError,
  FileCorruptError,
  HandleClosedError,
  IdAlreadyExistsError,
  IdNotFoundError,
  MaxReadersError,
  NonUniqueResultError,
  ObjectBoxError,
  ProcessLockedError,
  ResultTooLargeError,
  SchemaError,
  StoreAlreadyOpenError,
  StoreClosedError,
  TooManyQueriesError,
  TransactionAbortedError,
  UniqueViolationError,
} from './objectbox-error.ts'

type ErrorClass = typeof ObjectBoxError

interface Origin {
  readonly type: ErrorClass
  /** What to do, put behind the message. */
  readonly advice?: string
}

/** By `ErrorKind` of native/src/error.h. */
const byKind: readonly Origin[] = [
  { type: ObjectBoxError },
  { type: StoreClosedError, advice: 'open it again with openStore' },
  {
    type: TransactionAbortedError,
    advice: 'repeat the whole transaction; nothing of it is stored',
  },
  {
    type: StoreAlreadyOpenError,
    advice: 'use that store, or close it first; a store belongs to the thread that opened it',
  },
  { type: HandleClosedError },
  {
    type: TooManyQueriesError,
    advice:
      'close queries when done (`using query = ...` or query.close()), or use box.find and ' +
      'box.count, which close theirs',
  },
  { type: ResultTooLargeError },
  { type: ObjectBoxError },
  {
    type: ProcessLockedError,
    advice: 'end the other process, or open both with readOnly',
  },
]

/** By code of the C library. */
const byCode: Readonly<Record<number, Origin>> = {
  10_005: { type: FeatureNotAvailableError },
  10_101: {
    type: DbFullError,
    advice: 'open the store with a larger maxDbSizeInKb, or remove objects',
  },
  10_102: { type: MaxReadersError, advice: 'open the store with a larger maxReaders' },
  10_201: { type: UniqueViolationError },
  10_202: { type: NonUniqueResultError },
  10_210: { type: IdAlreadyExistsError },
  10_211: { type: IdNotFoundError },
  10_501: { type: SchemaError },
  10_502: { type: FileCorruptError },
  10_503: { type: FileCorruptError },
  10_504: { type: SchemaError },
}

/** Builds the error that the native side throws. */
export function createNativeError(
  kind: number,
  code: number,
  secondary: number,
  message: string,
): ObjectBoxError {
  const origin = (kind === 0 ? byCode[code] : byKind[kind]) ?? { type: ObjectBoxError }
  const advice = origin.advice ?? adviceOnId(code, message)
  return new origin.type(advice === undefined ? message : `${message}; ${advice}`, {
    code,
    secondary,
  })
}

function adviceOnId(code: number, message: string): string | undefined {
  if (code !== 10_002 || !/ID is higher|internal ID sequence/i.test(message)) return undefined
  return 'new objects have no id or 0; to choose ids, define the id as `id({ assignable: true })`'
}
