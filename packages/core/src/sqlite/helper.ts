import type { ChildProcess } from 'node:child_process'
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

function forkHelper(waiting: Map<number, Waiting>): ChildProcess {
  const child = fork(new URL('helper-main.ts', import.meta.url), {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
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
  return child
}

/** Starts the helper, and again where it ended; it ends with `close()` or with this process. */
export function startStoreHelper(): StoreHelper {
  const waiting = new Map<number, Waiting>()
  let child = forkHelper(waiting)
  let nextId = 1
  return {
    request: (request) =>
      new Promise((resolve, reject) => {
        if (!child.connected) child = forkHelper(waiting)
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
