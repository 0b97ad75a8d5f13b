import { DEEPEST_FLEX, FlexType } from './flex-format.ts'

/**
 * The value of a FlexBuffer at `start` of `bytes`: of any writer, so typed vectors, indirect
 * numbers and blobs (as Uint8Array) too. Integers beyond 2^53 - 1 are bigints.
 */
export function decodeFlex(bytes: Buffer, view: DataView, start: number, length: number): unknown {
  if (length < 3) return null
  const end = start + length
  const width = bytes[end - 1]!
  return new FlexReader(bytes, view).read(end - 2 - width, width, bytes[end - 2]!, 0)
}

class FlexReader {
  readonly #bytes: Buffer
  readonly #view: DataView

  constructor(bytes: Buffer, view: DataView) {
    this.#bytes = bytes
    this.#view = view
  }

  /** Reads the value at `at`, whose parent stores its elements in `parentWidth` bytes. */
  read(at: number, parentWidth: number, packed: number, depth: number): unknown {
    if (depth > DEEPEST_FLEX) throw new RangeError('stored flex value is nested too deep')
    const type = packed >> 2
    const width = 1 << (packed & 3)
    switch (type) {
      case FlexType.null:
        return null
      case FlexType.bool:
        return this.#uint(at, parentWidth) !== 0
      case FlexType.int:
        return this.#int(at, parentWidth)
      case FlexType.uint:
        return this.#uint(at, parentWidth)
      case FlexType.float:
        return this.#float(at, parentWidth)
      default:
        return this.#readAt(at - Number(this.#uint(at, parentWidth)), width, type, depth)
    }
  }

  #readAt(at: number, width: number, type: number, depth: number): unknown {
    switch (type) {
      case FlexType.key:
        return this.#key(at)
      case FlexType.string:
        return this.#bytes.toString('utf8', at, at + this.#length(at, width))
      case FlexType.blob:
        return new Uint8Array(this.#bytes.subarray(at, at + this.#length(at, width)))
      case FlexType.indirectInt:
        return this.#int(at, width)
      case FlexType.indirectUint:
        return this.#uint(at, width)
      case FlexType.indirectFloat:
        return this.#float(at, width)
      case FlexType.map:
        return this.#map(at, width, depth)
      case FlexType.vector:
        return this.#vector(at, width, depth)
      default:
        return this.#typedVector(at, width, type, depth)
    }
  }

  #vector(at: number, width: number, depth: number): unknown[] {
    const length = this.#length(at, width)
    const types = at + length * width
    const list: unknown[] = []
    for (let i = 0; i < length; i++) {
      list.push(this.read(at + i * width, width, this.#bytes[types + i]!, depth + 1))
    }
    return list
  }

  #map(at: number, width: number, depth: number): object {
    const length = this.#length(at, width)
    const types = at + length * width
    const keysOffset = at - 3 * width
    const keys = keysOffset - Number(this.#uint(keysOffset, width))
    const keyWidth = Number(this.#uint(at - 2 * width, width))
    const result = {}
    for (let i = 0; i < length; i++) {
      const keyAt = keys + i * keyWidth
      const key = this.#key(keyAt - Number(this.#uint(keyAt, keyWidth)))
      const value = this.read(at + i * width, width, this.#bytes[types + i]!, depth + 1)
      setOwn(result, key, value)
    }
    return result
  }

  #typedVector(at: number, width: number, type: number, depth: number): unknown[] {
    const { elementType, fixedLength } = typedElements(type)
    const length = fixedLength ?? this.#length(at, width)
    const list: unknown[] = []
    for (let i = 0; i < length; i++) {
      list.push(this.read(at + i * width, width, elementType << 2, depth + 1))
    }
    return list
  }

  #key(at: number): string {
    return this.#bytes.toString('utf8', at, this.#bytes.indexOf(0, at))
  }

  #length(at: number, width: number): number {
    return Number(this.#uint(at - width, width))
  }

  #int(at: number, width: number): number | bigint {
    if (width === 1) return this.#view.getInt8(at)
    if (width === 2) return this.#view.getInt16(at, true)
    return width === 4
      ? this.#view.getInt32(at, true)
      : exactNumber(this.#view.getBigInt64(at, true))
  }

  #uint(at: number, width: number): number | bigint {
    if (width === 1) return this.#view.getUint8(at)
    if (width === 2) return this.#view.getUint16(at, true)
    return width === 4
      ? this.#view.getUint32(at, true)
      : exactNumber(this.#view.getBigUint64(at, true))
  }

  #float(at: number, width: number): number {
    return width === 4 ? this.#view.getFloat32(at, true) : this.#view.getFloat64(at, true)
  }
}

function typedElements(type: number): { elementType: number; fixedLength?: number } {
  if (type === FlexType.vectorBool) return { elementType: FlexType.bool }
  // The deprecated vector of strings has no size widths; its strings read like keys.
  if (type === FlexType.vectorString) return { elementType: FlexType.key }
  if (type >= FlexType.vectorInt && type <= FlexType.vectorKey) {
    return { elementType: type - FlexType.vectorInt + FlexType.int }
  }
  if (type >= FlexType.vectorInt2 && type <= FlexType.vectorFloat4) {
    const step = type - FlexType.vectorInt2
    return { elementType: (step % 3) + FlexType.int, fixedLength: Math.floor(step / 3) + 2 }
  }
  throw new RangeError(`stored flex value has the unknown type ${type}`)
}

function exactNumber(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** A key named __proto__ must become data, not the prototype. */
function setOwn(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  })
}
