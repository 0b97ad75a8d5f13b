import { HandleClosedError, TransactionAbortedError } from '../error/objectbox-error.ts'
import type { StoreCore } from '../store/store-core.ts'
import { isWrite, type TransactionMode } from './run-in-transaction.ts'

const ILLEGAL_STATE = 10_001
const LEFT_OPEN = 'a transaction was left open over an await or the end of a turn and rolled back'

/** A transaction that the caller ends, within one synchronous stretch of code. */
export class Transaction implements Disposable {
  readonly mode: TransactionMode
  readonly #core: StoreCore
  readonly #depth: number
  #state: 'open' | 'ended' | 'abandoned' = 'open'

  /** Transactions come from `store.beginTransaction`. */
  constructor(core: StoreCore, mode: TransactionMode) {
    this.mode = mode
    this.#core = core
    core.native.transactionBegin(core.handle, isWrite(mode))
    this.#depth = core.native.transactionDepth(core.handle)
    // Runs once the synchronous code that opened the transaction has yielded.
    queueMicrotask(() => this.#abandon())
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  /** Stores everything. Throws a `TransactionAbortedError` when the transaction ended before. */
  commit(): void {
    this.#end(true)
  }

  /** Takes everything back. */
  rollback(): void {
    this.#end(this.mode === 'read')
  }

  /** Rolls back unless it was committed. */
  [Symbol.dispose](): void {
    if (this.#state === 'open') this.rollback()
  }

  #end(commit: boolean): void {
    if (this.#state === 'abandoned') {
      throw new TransactionAbortedError(`${LEFT_OPEN}; nothing of it is stored`, {
        code: ILLEGAL_STATE,
      })
    }
    if (this.#state === 'ended') {
      throw new HandleClosedError('the transaction has ended', { code: ILLEGAL_STATE })
    }
    const { native, handle } = this.#core
    if (native.transactionDepth(handle) !== this.#depth) {
      throw new HandleClosedError('a transaction opened inside this one must be ended first', {
        code: ILLEGAL_STATE,
      })
    }
    this.#state = 'ended'
    native.transactionEnd(handle, commit)
  }

  #abandon(): void {
    if (this.#state !== 'open') return
    this.#state = 'abandoned'
    this.#core.native.transactionAbandon(this.#core.handle, LEFT_OPEN)
  }
}
