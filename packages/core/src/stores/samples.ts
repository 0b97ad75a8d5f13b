import { gunzipSync, gzipSync } from 'node:zlib'

/** 7 bits of a value per byte. */
const radix = 128

function* varintBytes(values: Iterable<number>): Generator<number> {
  for (let rest of values) {
    while (rest >= radix) {
      yield (rest % radix) + radix
      rest = Math.floor(rest / radix)
    }
    yield rest
  }
}

/**
 * Packs whole numbers from 0 to 2^53 − 1, such as durations in nanoseconds, in their order: each as a little-endian base-128
 * varint, all of them gzipped, as base64.
 */
export const packSamples = (values: Iterable<number>): string =>
  gzipSync(Uint8Array.from(varintBytes(values))).toString('base64')

/** Unpacks what `packSamples` made. Throws where the text is none of its. */
export function unpackSamples(packed: string): number[] {
  const values: number[] = []
  let value = 0
  let unit = 1
  for (const byte of gunzipSync(Buffer.from(packed, 'base64'))) {
    value += (byte % radix) * unit
    unit *= radix
    if (byte < radix) {
      values.push(value)
      value = 0
      unit = 1
    }
  }
  if (unit !== 1) throw new Error('samples end in the middle of a number')
  return values
}
