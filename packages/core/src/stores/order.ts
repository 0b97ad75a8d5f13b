import { randomStream } from '../random.ts'

/** All store numbers below `count` in a random order (Fisher–Yates). */
export function storeOrder(seed: number, count: number): number[] {
  const random = randomStream(seed, 'stores')
  const order = Array.from({ length: count }, (_, index) => index)
  for (let last = count - 1; last > 0; last -= 1) {
    const other = random(0, last)
    const swapped = order[last]!
    order[last] = order[other]!
    order[other] = swapped
  }
  return order
}

/** The id that a store's look-up asks for, of `notes` ids from 1. */
export const queriedIds = (seed: number, count: number, notes: number): number[] => {
  const random = randomStream(seed, 'note ids')
  return Array.from({ length: count }, () => random(1, notes))
}
