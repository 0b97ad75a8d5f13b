/* oxlint-disable typescript/no-unsafe-type-assertion -- Node's own methods are missing from its types */
/** Node's own string functions of Buffer, which its types leave out. */
interface NodeBuffer extends Buffer {
  utf8Write(text: string, offset: number): number
  utf8Slice(start: number, end: number): string
}

/** Up to here a loop over the characters is faster than a call into the runtime. */
const LONGEST_LOOP = 48

/** Most bytes that the text of `length` UTF-16 units takes, with its length, NUL and padding. */
export const textBytes = (length: number): number => 3 * length + 12

/** Writes length, UTF-8 bytes, NUL and padding; `position` is 4-aligned and so is the end, which is returned. */
export function writeText(bytes: Buffer, view: DataView, position: number, text: string): number {
  const { length } = text
  const from = position + 4
  let written = 0
  if (length <= LONGEST_LOOP) {
    while (written < length) {
      const unit = text.charCodeAt(written)
      if (unit > 127) break
      bytes[from + written] = unit
      written++
    }
  }
  if (written < length) written = (bytes as NodeBuffer).utf8Write(text, from)
  view.setUint32(position, written, true)
  const end = from + written
  view.setUint32(end, 0, true)
  return (end + 4) & ~3
}

/** Reads a string by the position of the offset that points at it. */
export function readText(bytes: Buffer, view: DataView, at: number): string {
  const position = at + view.getUint32(at, true)
  const from = position + 4
  return (bytes as NodeBuffer).utf8Slice(from, from + view.getUint32(position, true))
}
