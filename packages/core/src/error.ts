export type RowrateErrorCode =
  | 'ENGINE_UNKNOWN'
  | 'ENGINE_UNAVAILABLE'
  | 'ENGINE_INVALID'
  | 'OPERATION_FAILED'
  | 'RESULT_MISMATCH'
  | 'NOT_DURABLE'
  | 'STORAGE_FAILED'
  | 'WORKER_EXITED'
  | 'WORKER_TIMEOUT'
  | 'PROTOCOL_INVALID'
  | 'RESULT_SET_INVALID'
  | 'USAGE'

/** Every failure that Rowrate itself reports: a stable code, and a message that says what to do. */
export class RowrateError extends Error {
  override readonly name = 'RowrateError'
  readonly code: RowrateErrorCode

  constructor(code: RowrateErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The message of anything thrown, with the chain of its causes. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${messageOf(error.cause)}`
}
