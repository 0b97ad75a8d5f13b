import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Uniform integers in [from, to], both included. */
export type Random = (from: number, to: number) => number

/** FNV-1a, 32 bits, over the UTF-8 bytes of `text`. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/**
 * An independent stream of random integers per purpose, the same in every language:
 * - seed32 = FNV-1a 32 of `<seed>:<label>:<label>…`;
 * - xoroshiro128+ (shifts 24, 16, 37) on 64-bit words s0 = 0xFFFFFFFF·2³² + (~seed32 mod 2³²) and s1 = seed32·2³², of which each
 *   step gives the low 32 bits of s0 + s1, read as a signed integer;
 * - an integer in [from, to]: that word + 2³¹, drawn again while it is not below ⌊2³² ÷ size⌋·size (size = to − from + 1; no
 *   second draw for sizes 1 and 2), modulo size, plus `from`.
 */
export function randomStream(seed: number, ...labels: readonly (string | number)[]): Random {
  const generator = xoroshiro128plus(hash32([seed, ...labels].join(':')))
  return (from, to) => uniformInt(generator, from, to)
}
