import { randomStream } from '@rowrate/core'

/** Fisher–Yates over core's documented stream. */
export function permutation<T>(items: readonly T[], seed: number): T[] {
  const random = randomStream(seed, 'order')
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const at = random(0, last)
    ;[shuffled[at], shuffled[last]] = [shuffled[last]!, shuffled[at]!]
  }
  return shuffled
}

/**
 * The order of a block: one permutation, rotated by ⌈entries ÷ blocks⌉ per block, so that over all blocks each entry stands
 * early, in the middle and late.
 */
export function blockOrder<T>(permuted: readonly T[], block: number, blocks: number): T[] {
  if (permuted.length === 0) return []
  const step = Math.ceil(permuted.length / blocks)
  const start = ((block - 1) * step) % permuted.length
  return [...permuted.slice(start), ...permuted.slice(0, start)]
}
