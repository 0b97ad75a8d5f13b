import { WriteBuffer } from '../codec/write-buffer.ts'
import { ObjectBoxError } from '../error/objectbox-error.ts'
import { addon } from './load.ts'

const ILLEGAL_STATE = 10_001
/** A buffer that one large call grew is given up afterwards. */
const KEPT_BYTES = 8 * 1024 * 1024

let writeBuffer = new WriteBuffer()
let registeredBytes: Uint8Array | undefined
let registeredSpans: Uint32Array | undefined
let isEncoding = false

let ids = new Float64Array(256)
let registeredIds: Float64Array | undefined

/**
 * Encodes into the buffer of this thread and hands it to the native side, which reads it in
 * `call`. Encoding runs the getters of the caller's objects, so a put from within one is refused.
 */
export function withEncoded<Result>(
  encode: (target: WriteBuffer) => void,
  call: (encoded: WriteBuffer) => Result,
): Result {
  if (isEncoding) {
    throw new ObjectBoxError('an object was put from a getter of an object that is being put', {
      code: ILLEGAL_STATE,
    })
  }
  isEncoding = true
  try {
    writeBuffer.clear()
    encode(writeBuffer)
  } finally {
    isEncoding = false
  }
  const buffer = writeBuffer
  if (buffer.bytes !== registeredBytes || buffer.spans !== registeredSpans) register(buffer)
  const result = call(buffer)
  if (buffer.buffer.byteLength > KEPT_BYTES && buffer.end < KEPT_BYTES / 4) {
    writeBuffer = new WriteBuffer()
  }
  return result
}

function register(buffer: WriteBuffer): void {
  addon().setObjectInput(buffer.bytes, buffer.spans)
  registeredBytes = buffer.bytes
  registeredSpans = buffer.spans
}

/** Hands ids to the native side. Throws a `TypeError` that names the position of a wrong one. */
export function sendIds(list: ArrayLike<number>): number {
  const count = list.length
  if (count > ids.length) ids = new Float64Array(Math.max(count, ids.length * 2))
  for (let i = 0; i < count; i++) {
    const id = list[i]
    if (typeof id !== 'number') {
      throw new TypeError(`the id at position ${i} must be a number, not ${typeof id}`)
    }
    ids[i] = id
  }
  if (ids !== registeredIds) addon().setIdInput(ids)
  registeredIds = ids
  return count
}
