/** Words per object in `WriteBuffer.spans`. */
export const SPAN_WORDS = 3

const INITIAL_BYTES = 64 * 1024
const INITIAL_OBJECTS = 256
/** Offsets are computed in 32-bit integers. */
const MOST_BYTES = 2 ** 31 - 8

/**
 * Many encoded objects in one ArrayBuffer that grows and is reused: `clear()` it, encode into it,
 * hand `buffer`, `spans` and `count` to the native side. The properties change when it grows, so
 * they are read after encoding.
 */
export class WriteBuffer {
  buffer = new ArrayBuffer(INITIAL_BYTES)
  bytes = Buffer.from(this.buffer)
  view = new DataView(this.buffer)
  /** Per object: byte offset of its start (8-aligned), size in bytes (multiple of 4), byte offset of its id. */
  spans = new Uint32Array(INITIAL_OBJECTS * SPAN_WORDS)
  /** Whole objects in the buffer. */
  count = 0
  /** Where the next object starts; 8-aligned. */
  end = 0

  clear(): void {
    this.count = 0
    this.end = 0
  }

  /** Makes room for `byteCount` bytes after `from`; replaces the buffer when it has to grow. */
  reserve(from: number, byteCount: number): void {
    const needed = from + byteCount
    if (needed <= this.buffer.byteLength) return
    if (needed > MOST_BYTES) {
      throw new RangeError('these objects take more than 2 GB; put them in smaller lists')
    }
    const size = Math.min(MOST_BYTES, Math.max(needed, this.buffer.byteLength * 2))
    const grown = new ArrayBuffer(Math.ceil(size / 8) * 8)
    new Uint8Array(grown).set(new Uint8Array(this.buffer, 0, from))
    this.buffer = grown
    this.bytes = Buffer.from(grown)
    this.view = new DataView(grown)
  }

  /** Closes the object that starts at `end`. */
  finish(size: number, idPosition: number): void {
    const base = this.count * SPAN_WORDS
    if (base === this.spans.length) this.#growSpans()
    this.spans[base] = this.end
    this.spans[base + 1] = size
    this.spans[base + 2] = idPosition
    this.count++
    this.end = (this.end + size + 7) & ~7
  }

  /** Id of object `index`, as encoded or as the native side patched it. */
  idAt(index: number): number {
    const position = this.spans[index * SPAN_WORDS + 2]!
    return (
      this.view.getUint32(position + 4, true) * 4_294_967_296 + this.view.getUint32(position, true)
    )
  }

  #growSpans(): void {
    const grown = new Uint32Array(this.spans.length * 2)
    grown.set(this.spans)
    this.spans = grown
  }
}
