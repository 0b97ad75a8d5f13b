import { messageOf, RowrateError } from '../error.ts'
import type { StoreReply, StoreRequest } from '../protocol.ts'
import { serveStoreRequest } from './store.ts'

/** The main of the helper process: one request at a time over the IPC channel, until the channel closes. */
process.on('message', ({ id, request }: { id: number; request: StoreRequest }) => {
  let reply: StoreReply
  try {
    reply = { id, ok: true, value: serveStoreRequest(request) }
  } catch (error) {
    const code = error instanceof RowrateError ? error.code : 'STORAGE_FAILED'
    reply = { id, ok: false, code, message: messageOf(error) }
  }
  process.send!(reply)
})
process.on('disconnect', () => process.exit())
