import type { WriteBuffer } from './write-buffer.ts'
import type { ReadTexts } from '../native/addon.ts'
import type { ReadArena } from './read-arena.ts'

/**
 * Turns objects of one entity into FlatBuffers and back.
 *
 * Writing appends to a reused `WriteBuffer`; each object starts 8-aligned, its size is a multiple
 * of 4, and its id slot is always present (0 for a new object), so that the native side can read
 * and patch ids in place.
 */
export interface Codec<Read = unknown, Written = unknown> {
  /** `generated` by `new Function`, or `interpreted` through the flatbuffers library. */
  readonly mode: 'generated' | 'interpreted'
  /** Appends one object. Throws `TypeError`/`RangeError`; the buffer then still ends after the last whole object. */
  encode(object: Written, target: WriteBuffer): void
  /** Appends all objects. An error names the position in the list. */
  encodeMany(objects: readonly Written[], target: WriteBuffer): void
  /** Where the vtable has the first string property: `decode` takes its text. 0: it takes none. */
  readonly textSlot: number
  /** Reads the object that starts at `offset` bytes of the arena; `offset` is 8-aligned. */
  decode(arena: ReadArena, offset: number, text?: string): Read
  /**
   * Reads `count` objects; an offset of `MISSING` (0xFFFFFFFF) gives null. `readTexts` is for an
   * arena and offsets that are the results of the native side.
   */
  decodeMany(
    arena: ReadArena,
    offsets: Uint32Array,
    count: number,
    readTexts?: ReadTexts,
  ): (Read | null)[]
}
