import { types } from 'node:util'
import { describeValue } from '../entity/value-check.ts'
import { DEEPEST_FLEX, FlexType, MAX_INT64, MAX_UINT64, MIN_INT64 } from './flex-format.ts'

/** A value that still has to be placed in its parent: inline, or as an offset to `at`. */
interface Pending {
  readonly type: number
  /** Bytes the value needs where it is inline; of what an offset points at: its element width. */
  readonly width: number
  readonly at?: number
  readonly value: number | bigint
}

/**
 * The FlexBuffer of a JSON value (bigints and Uint8Arrays too). Keys whose value is undefined are
 * left out, as in JSON. Throws a `TypeError` for what the format cannot hold.
 */
export function encodeFlex(value: unknown): Uint8Array {
  const writer = new FlexWriter()
  return writer.finish(writer.add(value, 0))
}

class FlexWriter {
  #bytes = Buffer.alloc(256)
  #view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength)
  #end = 0

  add(value: unknown, depth: number): Pending {
    switch (typeof value) {
      case 'boolean':
        return { type: FlexType.bool, width: 1, value: value ? 1 : 0 }
      case 'number':
        return numberPending(value)
      case 'bigint':
        return bigintPending(value)
      case 'string':
        return this.#addBlob(FlexType.string, Buffer.from(value, 'utf8'), true)
      case 'object':
        return value === null
          ? { type: FlexType.null, width: 1, value: 0 }
          : this.#addObject(value, depth)
      default:
        throw new TypeError(`flex values are JSON values; got ${describeValue(value)}`)
    }
  }

  finish(root: Pending): Uint8Array {
    const width = this.#widthOf(root, this.#end, 0)
    this.#align(width)
    this.#place(root, width)
    this.#writeUint(packedType(root, width), 1)
    this.#writeUint(width, 1)
    return new Uint8Array(this.#bytes.subarray(0, this.#end))
  }

  #addObject(value: object, depth: number): Pending {
    if (depth >= DEEPEST_FLEX) {
      throw new TypeError(`flex value is nested deeper than ${DEEPEST_FLEX}; does it hold itself?`)
    }
    if (Array.isArray(value)) {
      return this.#addVector(Array.from(value, (item) => this.add(item, depth + 1)))
    }
    if (types.isUint8Array(value)) return this.#addBlob(FlexType.blob, value, false)
    if (Object.prototype.toString.call(value) !== '[object Object]') {
      throw new TypeError(`flex values are JSON values; got ${describeValue(value)}`)
    }
    return this.#addMap(value, depth)
  }

  #addBlob(type: number, content: Uint8Array, terminated: boolean): Pending {
    const width = uintWidth(content.length)
    this.#align(width)
    this.#writeUint(content.length, width)
    const at = this.#end
    this.#writeBytes(content, terminated)
    return { type, width, at, value: 0 }
  }

  #addMap(value: object, depth: number): Pending {
    // The format wants keys in the order of their bytes.
    const entries = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => ({ key: keyBytes(key), item }))
      .toSorted((a, b) => Buffer.compare(a.key, b.key))
    const keys = entries.map(({ key }): Pending => {
      const at = this.#end
      this.#writeBytes(key, true)
      return { type: FlexType.key, width: 1, at, value: 0 }
    })
    const values = entries.map(({ item }) => this.add(item, depth + 1))
    const keyVector = this.#addVector(keys, FlexType.vectorKey)
    return this.#addVector(values, FlexType.map, keyVector)
  }

  #addVector(items: readonly Pending[], type: number = FlexType.vector, keys?: Pending): Pending {
    const prefix = keys ? 3 : 1
    let width = uintWidth(items.length)
    if (keys) width = Math.max(width, this.#widthOf(keys, this.#end, 0))
    items.forEach((item, i) => {
      width = Math.max(width, this.#widthOf(item, this.#end, i + prefix))
    })
    this.#align(width)
    if (keys) {
      this.#place(keys, width)
      this.#writeUint(keys.width, width)
    }
    this.#writeUint(items.length, width)
    const at = this.#end
    for (const item of items) this.#place(item, width)
    // A vector of keys is typed as a whole; every other element has a type of its own.
    if (type !== FlexType.vectorKey) {
      for (const item of items) this.#writeUint(packedType(item, width), 1)
    }
    return { type, width, at, value: 0 }
  }

  /** Bytes the value takes as element `index` of a vector that starts at `start`, before alignment. */
  #widthOf(item: Pending, start: number, index: number): number {
    if (item.at === undefined) return item.width
    for (const width of [1, 2, 4]) {
      const place = Math.ceil(start / width) * width + index * width
      if (uintWidth(place - item.at) <= width) return width
    }
    return 8
  }

  #place(item: Pending, width: number): void {
    if (item.at !== undefined) this.#writeUint(this.#end - item.at, width)
    else if (item.type === FlexType.float) this.#writeFloat(Number(item.value), width)
    else this.#writeUint(item.value, width)
  }

  #writeFloat(value: number, width: number): void {
    this.#reserve(width)
    if (width === 4) this.#view.setFloat32(this.#end, value, true)
    else this.#view.setFloat64(this.#end, value, true)
    this.#end += width
  }

  /** The low bytes of a number; for a negative one its two's complement. */
  #writeUint(value: number | bigint, width: number): void {
    this.#reserve(width)
    if (width === 8) this.#view.setBigInt64(this.#end, BigInt(value), true)
    else if (width === 4) this.#view.setUint32(this.#end, Number(value), true)
    else if (width === 2) this.#view.setUint16(this.#end, Number(value), true)
    else this.#view.setUint8(this.#end, Number(value))
    this.#end += width
  }

  #writeBytes(content: Uint8Array, terminated: boolean): void {
    this.#reserve(content.length + 1)
    this.#bytes.set(content, this.#end)
    this.#end += content.length
    if (terminated) this.#writeUint(0, 1)
  }

  #align(width: number): void {
    const end = Math.ceil(this.#end / width) * width
    this.#reserve(width)
    this.#bytes.fill(0, this.#end, end)
    this.#end = end
  }

  #reserve(count: number): void {
    if (this.#end + count <= this.#bytes.length) return
    const grown = Buffer.alloc((this.#end + count) * 2)
    this.#bytes.copy(grown)
    this.#bytes = grown
    this.#view = new DataView(grown.buffer, grown.byteOffset, grown.byteLength)
  }
}

function packedType(item: Pending, parentWidth: number): number {
  const width = item.at === undefined ? Math.max(item.width, parentWidth) : item.width
  return (item.type << 2) | Math.log2(width)
}

function numberPending(value: number): Pending {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
    return { type: FlexType.int, width: intWidth(value), value }
  }
  const width = Object.is(Math.fround(value), value) ? 4 : 8
  return { type: FlexType.float, width, value }
}

function bigintPending(value: bigint): Pending {
  if (value >= MIN_INT64 && value <= MAX_INT64) return { type: FlexType.int, width: 8, value }
  if (value >= 0n && value <= MAX_UINT64) return { type: FlexType.uint, width: 8, value }
  throw new TypeError(`flex values hold integers of 64 bits; got ${value}n`)
}

function intWidth(value: number): number {
  if (value >= -128 && value <= 127) return 1
  if (value >= -32_768 && value <= 32_767) return 2
  return value >= -2_147_483_648 && value <= 2_147_483_647 ? 4 : 8
}

function uintWidth(value: number): number {
  if (value < 256) return 1
  return value < 65_536 ? 2 : value < 4_294_967_296 ? 4 : 8
}

function keyBytes(key: string): Buffer {
  if (key.includes('\0')) {
    throw new TypeError(`flex value has the key ${JSON.stringify(key)}; keys cannot contain \\0`)
  }
  return Buffer.from(key, 'utf8')
}
