const INITIAL_BYTES = 256
const encoder = new TextEncoder()

/**
 * Writes the byte strings that the native side builds models and queries from (read by
 * native/src/program_reader.h): little endian, without padding.
 */
export class ProgramWriter {
  #bytes = new Uint8Array(INITIAL_BYTES)
  #view = new DataView(this.#bytes.buffer)
  #size = 0

  clear(): this {
    this.#size = 0
    return this
  }

  /** What was written, valid until the next write. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size)
  }

  byte(value: number): this {
    const start = this.#take(1)
    this.#view.setUint8(start, value)
    return this
  }

  word(value: number): this {
    const start = this.#take(4)
    this.#view.setUint32(start, value, true)
    return this
  }

  int64(value: bigint): this {
    const start = this.#take(8)
    this.#view.setBigInt64(start, value, true)
    return this
  }

  float(value: number): this {
    const start = this.#take(4)
    this.#view.setFloat32(start, value, true)
    return this
  }

  double(value: number): this {
    const start = this.#take(8)
    this.#view.setFloat64(start, value, true)
    return this
  }

  /** UTF-8 with a closing NUL, which is counted. The text has no NUL of its own. */
  text(value: string): this {
    const capacity = value.length * 3 + 1
    const start = this.#take(4 + capacity)
    const { written } = encoder.encodeInto(value, this.#bytes.subarray(start + 4))
    this.#view.setUint32(start, written + 1, true)
    this.#bytes[start + 4 + written] = 0
    this.#size = start + 4 + written + 1
    return this
  }

  /** A count and the memory of a typed array. */
  list(values: ArrayBufferView & { readonly length: number }): this {
    this.word(values.length)
    const start = this.#take(values.byteLength)
    const source = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    this.#bytes.set(source, start)
    return this
  }

  #take(byteCount: number): number {
    const start = this.#size
    this.#size += byteCount
    if (this.#size > this.#bytes.length) this.#grow()
    return start
  }

  #grow(): void {
    const grown = new Uint8Array(Math.max(this.#size, this.#bytes.length * 2))
    grown.set(this.#bytes)
    this.#bytes = grown
    this.#view = new DataView(grown.buffer)
  }
}
