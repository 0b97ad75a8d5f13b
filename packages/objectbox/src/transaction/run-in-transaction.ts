import type { StoreCore } from '../store/store-core.ts'

export type TransactionMode = 'read' | 'write'

export function runInTransaction<Result>(
  core: StoreCore,
  mode: TransactionMode,
  body: () => Result,
): Result {
  const { native, handle } = core
  native.transactionBegin(handle, isWrite(mode))
  let result: Result
  try {
    result = body()
    refusePromise(result)
  } catch (error) {
    // Nothing was changed by reading: a nested read that fails leaves the outer writes alone.
    native.transactionEnd(handle, mode === 'read')
    throw error
  }
  native.transactionEnd(handle, true)
  return result
}

export function isWrite(mode: TransactionMode): boolean {
  if (mode === 'write') return true
  if (mode === 'read') return false
  throw new TypeError(`the mode of a transaction is 'read' or 'write', not ${String(mode)}`)
}

function refusePromise(result: unknown): void {
  if (typeof result !== 'object' || result === null || !('then' in result)) return
  if (typeof result.then !== 'function') return
  // What it does from now on runs without the transaction; its failure says nothing new.
  if (result instanceof Promise) result.catch(() => undefined)
  throw new TypeError(
    'the body of a transaction returned a promise: everything in it must be synchronous; ' +
      'await before or after the transaction',
  )
}
