import type { RowrateErrorCode } from '@rowrate/core'
import { messageOf, RowrateError } from '@rowrate/core'
import { CommanderError } from 'commander'

const wrongUse = new Set<RowrateErrorCode>(['USAGE', 'ENGINE_UNKNOWN', 'RESULT_SET_INVALID'])

/** Exit code of anything thrown: 2 for wrong use, 1 for what failed on the way. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  return error instanceof RowrateError && wrongUse.has(error.code) ? 2 : 1
}

/** What is printed about it: one line for what a user can cause, the stack for what nobody should. */
export function errorText(error: unknown): string | undefined {
  // Commander has said it.
  if (error instanceof CommanderError) return undefined
  if (error instanceof RowrateError) return `error: ${messageOf(error)}`
  return error instanceof Error ? error.stack : String(error)
}
