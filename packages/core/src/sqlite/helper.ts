import { fork } from 'node:child_process'

import { RowrateError } from '../error.ts'
import type { StoreReply, StoreRequest } from '../protocol.ts'

/** A second reader of SQLite files in a process of its own. */
export interface StoreHelper {
  /** Gives the request's value; throws a RowrateError with the helper's code. */
  request(request: StoreRequest): Promise<unknown>
  close(): undefined
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** Starts the helper; it ends with `close()` or with this process. */
export function startStoreHelper(): StoreHelper {
  const child = fork(new URL('helper-main.ts', import.meta.url), {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, Waiting>()
  let nextId = 1
  child.on('message', (reply: StoreReply) => {
    const { resolve, reject } = waiting.get(reply.id)!
    waiting.delete(reply.id)
    if (reply.ok) resolve(reply.value)
    else reject(new RowrateError(reply.code, reply.message))
  })
  child.on('exit', (exitCode, signal) => {
    const cause = new RowrateError('STORAGE_FAILED', `store helper ended (${signal ?? exitCode})`)
    for (const { reject } of waiting.values()) reject(cause)
    waiting.clear()
  })
  return {
    request: (request) =>
      new Promise((resolve, reject) => {
        const id = nextId
        nextId += 1
        waiting.set(id, { resolve, reject })
        child.send({ id, request }, (error) => {
          if (error === null) return
          waiting.delete(id)
          reject(new RowrateError('STORAGE_FAILED', 'store helper is gone', { cause: error }))
        })
      }),
    close: () => {
      if (child.connected) child.disconnect()
      return undefined
    },
  }
}
