import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openStore, type PutInput } from '../../src/index.ts'
import { everything, everythingArbitrary, type ObjectCase } from '../codec/everything.ts'
import { temporaryDirectory, temporaryStore } from './temporary-store.ts'

const numRuns = Number(process.env.FC_RUNS ?? 2000) / 20

/** The objects to put, as new ones. */
function inputsOf(cases: readonly ObjectCase[]): PutInput<typeof everything>[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made key by key from the definition
  return cases.map(({ input }) => ({ ...input, id: 0 }) as PutInput<typeof everything>)
}

test('every kind of property is read from a store as it was put', () => {
  const box = temporaryStore([everything]).box(everything)
  fc.assert(
    fc.property(fc.array(everythingArbitrary, { minLength: 1, maxLength: 3 }), (cases) => {
      const objects = inputsOf(cases)
      const ids = box.putMany(objects)
      const expected = cases.map(({ output }, i) => ({ ...output, id: ids[i] }))
      expect(box.getMany(ids)).toEqual(expected)
      expect(box.get(ids[0]!)).toEqual(expected[0])
      expect(objects.map(({ id }) => id)).toEqual(ids)
      expect(box.find()).toEqual(expected)
      expect(box.removeMany(ids)).toBe(ids.length)
    }),
    { numRuns },
  )
}, 3_600_000)

test('objects survive closing and opening the store', () => {
  const directory = temporaryDirectory()
  const cases = fc.sample(everythingArbitrary, 50)
  const open = () => openStore({ directory, entities: [everything] })
  const store = open()
  const ids = store.box(everything).putMany(inputsOf(cases))
  store.close()
  using again = open()
  const expected = cases.map(({ output }, i) => ({ ...output, id: ids[i] }))
  expect(again.box(everything).all()).toEqual(expected)
})
