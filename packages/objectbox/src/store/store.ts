import { mkdirSync } from 'node:fs'
import { Box } from '../box/box.ts'
import type { AnyEntity } from '../entity/entity.ts'
import { ObjectBoxError } from '../error/objectbox-error.ts'
import type { Addon, StoreHandle } from '../native/addon.ts'
import { addon } from '../native/load.ts'
import { Observers, type Observer } from '../observer/observers.ts'
import { runInTransaction, type TransactionMode } from '../transaction/run-in-transaction.ts'
import { Transaction } from '../transaction/transaction.ts'
import { modelSource } from './model-source.ts'
import { directoryOf, isInMemory, nativeOptions, type StoreOptions } from './store-options.ts'
import { StoreCore } from './store-core.ts'

const ENOENT = 2

/**
 * Opens a database, and creates it when it is new.
 *
 * Throws a `LibraryNotFoundError` when the native parts are missing, a `StoreAlreadyOpenError` or
 * `ProcessLockedError` when the directory is in use, a `SchemaError` when the entities do not fit
 * the model file or the stored schema.
 *
 * @example
 * using store = openStore({ directory: 'notes', entities: [Note] })
 */
export function openStore(options: StoreOptions): Store {
  if (!Array.isArray(options.entities)) {
    throw new TypeError('entities must be the list of all entities of the database')
  }
  const directory = directoryOf(options)
  const numbers = nativeOptions(options)
  const native = addon()
  const handle = lock(native, directory, options.readOnly ?? false)
  try {
    const { model, program } = modelSource(options, directory, native.storeExists(handle))
    native.storeOpen(handle, numbers, program)
    const isModelChecked = program.length > 0
    const definitions = options.entities
    return new Store(
      new StoreCore({ native, handle, model, isModelChecked, directory, definitions }),
    )
  } catch (error) {
    native.storeClose(handle)
    throw error
  }
}

/** An open database. It belongs to the thread that opened it. */
export class Store implements Disposable {
  readonly #core: StoreCore
  readonly #boxes = new Map<AnyEntity, Box<AnyEntity>>()
  #observers: Observers | undefined

  /** Stores come from `openStore`. */
  constructor(core: StoreCore) {
    this.#core = core
  }

  /** Path of the database, or `memory:` and a name. */
  get directory(): string {
    return this.#core.directory
  }

  get isOpen(): boolean {
    return this.#core.native.storeIsOpen(this.#core.handle)
  }

  /** Queries that were built and not closed; 10,000 is the most. */
  get openQueryCount(): number {
    return this.#core.native.storeOpenQueryCount(this.#core.handle)
  }

  /** The box of an entity: always the same one. */
  box<Entity extends AnyEntity>(entity: Entity): Box<Entity> {
    let box = this.#boxes.get(entity)
    if (box === undefined) {
      box = new Box<AnyEntity>(this.#core, entity)
      this.#boxes.set(entity, box)
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the box of this very entity
    return box as unknown as Box<Entity>
  }

  /**
   * Runs `body` in a transaction and returns what it returns. An exception rolls everything back
   * and is thrown on; so does a promise, which is refused: a transaction cannot be awaited in.
   * Nested calls join the outer transaction: if one is rolled back, all is, and the outer one
   * throws a `TransactionAbortedError`. Nothing can be written in a `read` transaction.
   */
  runInTransaction<Result>(mode: TransactionMode, body: () => Result): Result {
    return runInTransaction(this.#core, mode, body)
  }

  /**
   * Opens a transaction that `commit` or `rollback` ends; `using` rolls it back when neither did.
   * It cannot be kept over an `await`: it is then rolled back, and its commit throws.
   */
  beginTransaction(mode: TransactionMode): Transaction {
    return new Transaction(this.#core, mode)
  }

  /**
   * Calls back after commits, with the entities that they changed: once for all commits since the
   * last turn of the event loop. Does not keep the process alive.
   */
  observe(callback: (entities: readonly AnyEntity[]) => void): Observer {
    return this.#observe(undefined, callback)
  }

  /** The same, after changes of one entity only. */
  observeEntity(entity: AnyEntity, callback: () => void): Observer {
    return this.#observe(this.#core.bind(entity), callback)
  }

  /** Waits, blocking, until everything that `putQueued` accepted is stored or failed. */
  awaitQueued(): void {
    this.#core.native.storeAwaitQueued(this.#core.handle)
  }

  /** Bytes of the database file, or of the memory of an in-memory store. Files never shrink. */
  sizeOnDisk(): number {
    const isOnDisk = !isInMemory(this.directory)
    return this.#core.native.storeSize(this.#core.handle, isOnDisk)
  }

  /**
   * Ends observers, queries and queued puts (which are stored first), then the store. Throws
   * inside a transaction. No effect when it is closed.
   */
  close(): void {
    this.#core.native.storeClose(this.#core.handle)
  }

  [Symbol.dispose](): void {
    this.close()
  }

  /** Made on first use, for stores that are opened for a moment only. */
  #observe(...registration: Parameters<Observers['add']>): Observer {
    this.#observers ??= new Observers(this.#core)
    return this.#observers.add(...registration)
  }
}

/** Deletes the files of a database. Refused while any store has it open. No effect when there is none. */
export function removeDatabaseFiles(directory: string): void {
  addon().removeDatabaseFiles(directoryOf({ entities: [], directory }))
}

/** Name and version of the loaded library with its features. Throws a `LibraryNotFoundError`. */
export function libraryVersion(): string {
  return addon().version()
}

function lock(native: Addon, directory: string, readOnly: boolean): StoreHandle {
  try {
    return native.storeLock(directory, readOnly)
  } catch (error) {
    const isMissing = error instanceof ObjectBoxError && error.code === ENOENT
    if (!isMissing || readOnly) throw error
  }
  mkdirSync(directory, { recursive: true })
  return native.storeLock(directory, readOnly)
}
