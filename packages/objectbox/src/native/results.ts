import { ReadArena } from '../codec/read-arena.ts'
import type { Codec } from '../codec/types.ts'
import type { Addon } from './addon.ts'
import { addon } from './load.ts'

/**
 * What the last call left on the native side: copied objects with their offsets, and numbers. The
 * memory is reused by the next call and replaced when it grows, so it is read at once.
 */
class Results {
  arena: ReadArena
  offsets: Uint32Array
  numbers: Float64Array
  readonly #addon: Addon
  readonly #status: Uint32Array
  #version = 0

  constructor(native: Addon) {
    const [objects, offsets, numbers, status] = native.resultBuffers()
    this.#addon = native
    this.#status = new Uint32Array(status)
    this.#version = this.#status[0]!
    this.arena = new ReadArena(objects)
    this.offsets = new Uint32Array(offsets)
    this.numbers = new Float64Array(numbers)
  }

  /** Takes the new buffers where the last call replaced them. */
  refresh(): this {
    if (this.#status[0] !== this.#version) this.#replace()
    return this
  }

  /** The objects that were copied. */
  decodeMany(codec: Codec, count: number): unknown[] {
    this.refresh()
    return codec.decodeMany(this.arena, this.offsets, count, this.#addon.resultTexts)
  }

  /** The first `count` numbers as an array of its own. */
  takeNumbers(count: number): number[] {
    this.refresh()
    const { numbers } = this
    const list: number[] = Array.from({ length: count })
    for (let i = 0; i < count; i++) list[i] = numbers[i]!
    return list
  }

  #replace(): void {
    const [objects, offsets, numbers] = this.#addon.resultBuffers()
    this.#version = this.#status[0]!
    if (objects !== this.arena.buffer) this.arena = new ReadArena(objects)
    if (offsets !== this.offsets.buffer) this.offsets = new Uint32Array(offsets)
    if (numbers !== this.numbers.buffer) this.numbers = new Float64Array(numbers)
  }
}

let shared: Results | undefined

/** The results of this thread. */
export function results(): Results {
  shared ??= new Results(addon())
  return shared
}
