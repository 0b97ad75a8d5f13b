import type { AnyEntity } from '../entity/entity.ts'
import { StoreOption } from '../native/addon.ts'

/**
 * When the definitions are compared with the model file and the stored schema:
 * - `always`: with both at every open.
 * - `cached`: with the model file once per process for the same entities, with the stored schema at
 *   every open.
 * - `skip`: only when the database is new or the model file differs from the definitions. The
 *   fastest open; what another program changed in the schema meanwhile is met on first use.
 */
export type ModelSync = 'always' | 'cached' | 'skip'

export interface StoreOptions {
  /** All entities of the database. */
  readonly entities: readonly AnyEntity[]
  /**
   * Directory of the database, created when missing; `memory:name` keeps it in memory until it is
   * closed, for small tests: every write there costs time in proportion to all data. Default:
   * `objectbox`.
   */
  readonly directory?: string
  /** Default: `objectbox-model.json` in the directory. It belongs under version control. */
  readonly modelFile?: string
  /** Default: `always`. */
  readonly modelSync?: ModelSync
  /** Names of entities left out of `entities` whose rows may be deleted; `true` for all. */
  readonly allowRemoval?: boolean | readonly string[]
  /** The most the database file may grow to. Default: 1 GB. */
  readonly maxDbSizeInKb?: number
  /** The most the stored objects may take, below `maxDbSizeInKb`. Default: no limit. */
  readonly maxDataSizeInKb?: number
  /** Threads and transactions that read at once. Default: 126. */
  readonly maxReaders?: number
  /** Permissions of new files. Default: 0o644. */
  readonly fileMode?: number
  /** Nothing can be written; other processes may open the database read-only too. */
  readonly readOnly?: boolean
  /** Opens the state before the last commit, to recover from a damaged one. */
  readonly usePreviousCommit?: boolean
  /** Checks this many pages of the file for damage. Default: none. */
  readonly validateOnOpenPages?: number
  /** `OBXDebugFlags`: what the library logs. */
  readonly debugFlags?: number
}

const MEMORY = 'memory:'

export function isInMemory(directory: string): boolean {
  return directory.startsWith(MEMORY)
}

export function directoryOf({ directory = 'objectbox' }: StoreOptions): string {
  if (typeof directory !== 'string' || directory === '' || directory.includes('\0')) {
    throw new TypeError('directory must be a path or `memory:` with a name')
  }
  if (directory === MEMORY)
    throw new TypeError('an in-memory store needs a name, as in memory:test')
  return directory
}

/** Filled anew for each open: the native side keeps nothing of it. */
const numbers = new Float64Array(Object.keys(StoreOption).length)

/** The numbers in the order of the native side, valid until the next call. */
export function nativeOptions(options: StoreOptions): Float64Array {
  numbers[StoreOption.maxDbSizeInKb] = wholeNumber('maxDbSizeInKb', options.maxDbSizeInKb)
  numbers[StoreOption.maxDataSizeInKb] = wholeNumber('maxDataSizeInKb', options.maxDataSizeInKb)
  numbers[StoreOption.maxReaders] = wholeNumber('maxReaders', options.maxReaders, 2 ** 31 - 1)
  numbers[StoreOption.fileMode] = wholeNumber('fileMode', options.fileMode, 0o777)
  numbers[StoreOption.usePreviousCommit] = options.usePreviousCommit === true ? 1 : 0
  const { validateOnOpenPages, debugFlags } = options
  numbers[StoreOption.validatePages] = wholeNumber('validateOnOpenPages', validateOnOpenPages)
  numbers[StoreOption.debugFlags] = wholeNumber('debugFlags', debugFlags, 2 ** 32 - 1)
  return numbers
}

function wholeNumber(
  name: string,
  value: number | undefined,
  maximum = Number.MAX_SAFE_INTEGER,
): number {
  if (value === undefined) return 0
  if (Number.isInteger(value) && value > 0 && value <= maximum) return value
  throw new RangeError(`${name} must be a whole number from 1 to ${maximum}, not ${value}`)
}
