/* oxlint-disable typescript/no-unsafe-type-assertion -- a kind of vector decides the class of its array */
import { readText, textBytes, writeText } from './text.ts'
import { vectorArrays, type StoredVector, type TypedVectorKind } from '../entity/kinds.ts'

/** Most bytes a vector of `byteLength` takes with its length and padding. */
export const vectorBytes = (byteLength: number): number => byteLength + 16

/**
 * Writes length and elements so that the elements are aligned to their width; returns where the
 * length was written, which is what the table's offset points at.
 */
export function writeVector(
  bytes: Buffer,
  view: DataView,
  end: number,
  vector: StoredVector,
): number {
  const { byteLength } = vector
  const at = vectorStart(view, end, vector.length === 0 ? 1 : byteLength / vector.length)
  view.setUint32(at, vector.length, true)
  bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, byteLength), at + 4)
  view.setUint32(at + 4 + byteLength, 0, true)
  return at
}

function vectorStart(view: DataView, end: number, elementBytes: number): number {
  if (elementBytes !== 8 || (end & 7) === 4) return end
  view.setUint32(end, 0, true)
  return end + 4
}

/** Where the next value may start behind a vector written at `at`. */
export function vectorEnd(view: DataView, at: number, elementBytes: number): number {
  return (at + 4 + view.getUint32(at, true) * elementBytes + 3) & ~3
}

/** Reads a vector by the position of the offset that points at it, into memory of its own. */
export function readVector(view: DataView, at: number, kind: TypedVectorKind): StoredVector {
  const position = at + view.getUint32(at, true)
  const length = view.getUint32(position, true)
  const array = vectorArrays[kind]
  const from = view.byteOffset + position + 4
  const { buffer } = view
  return new array(buffer.slice(from, from + length * array.BYTES_PER_ELEMENT))
}

export function stringVectorBytes(list: readonly string[]): number {
  let total = 16
  for (const text of list) total += 4 + textBytes(text.length)
  return total
}

/** Writes a vector of offsets and its strings at `at`; returns the end. */
export function writeStringVector(
  bytes: Buffer,
  view: DataView,
  at: number,
  list: readonly string[],
): number {
  view.setUint32(at, list.length, true)
  let end = at + 4 + list.length * 4
  for (let i = 0; i < list.length; i++) {
    const slot = at + 4 + i * 4
    view.setUint32(slot, end - slot, true)
    end = writeText(bytes, view, end, list[i]!)
  }
  return end
}

export function readStringVector(bytes: Buffer, view: DataView, at: number): string[] {
  const position = at + view.getUint32(at, true)
  const length = view.getUint32(position, true)
  const list: string[] = []
  for (let i = 0; i < length; i++) list.push(readText(bytes, view, position + 4 + i * 4))
  return list
}

export function readBoolVector(view: DataView, at: number): boolean[] {
  const stored = readVector(view, at, 'bytes') as Uint8Array
  return Array.from(stored, (value) => value !== 0)
}

/** Dates are stored as 64-bit milliseconds. */
export function datesToVector(list: readonly Date[]): BigInt64Array {
  return BigInt64Array.from(list, (date) => BigInt(date.getTime()))
}

export function readDateVector(view: DataView, at: number): Date[] {
  const stored = readVector(view, at, 'int64Vector') as BigInt64Array
  return Array.from(stored, (value) => new Date(Number(value)))
}
