import { describe, expect, it } from 'vitest'

import { blockOrder, permutation } from '../src/plan/order.ts'

const letters = 'abcdefg'.split('')

describe('permutation', () => {
  it('is the same for the same seed and another for another', () => {
    expect(permutation(letters, 1).join('')).toMatchInlineSnapshot(`"gfdbcae"`)
    expect(permutation(letters, 2).join('')).toMatchInlineSnapshot(`"abfdcge"`)
  })

  it('keeps every item', () => {
    expect(permutation(letters, 3).toSorted()).toEqual(letters)
  })
})

describe('blockOrder', () => {
  const orders = (items: string[], blocks: number) =>
    Array.from({ length: blocks }, (_, index) => blockOrder(items, index + 1, blocks).join(''))

  it('rotates by the entries divided by the blocks, rounded up', () => {
    expect(orders(letters, 3)).toEqual(['abcdefg', 'defgabc', 'gabcdef'])
  })

  it('lets each of as many entries as blocks begin once', () => {
    expect(orders('abcde'.split(''), 5).map((order) => order[0])).toEqual('abcde'.split(''))
  })

  it('alternates two entries', () => {
    expect(orders('ab'.split(''), 5)).toEqual(['ab', 'ba', 'ab', 'ba', 'ab'])
  })

  it('is empty for no entries', () => {
    expect(blockOrder([], 2, 5)).toEqual([])
  })
})
