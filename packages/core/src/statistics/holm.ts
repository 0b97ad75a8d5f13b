/**
 * p-values adjusted for the tests made together, in the order given (Holm 1979, Scandinavian Journal of
 * Statistics 6, 65–70): the k-th smallest of m is multiplied by m − k + 1, never below the one before it
 * and never above 1. Equals R's `p.adjust(p, "holm")`. Throws a RangeError for a p outside 0 to 1.
 */
export function holmAdjust(pValues: readonly number[]): number[] {
  const adjusted = Array.from(pValues, () => 1)
  let atLeast = 0
  ascending(pValues).forEach(({ pValue, index }, position) => {
    atLeast = Math.min(1, Math.max(atLeast, (pValues.length - position) * pValue))
    adjusted[index] = atLeast
  })
  return adjusted
}

/**
 * The p-value at which one more of the tests not rejected yet would be, the others staying as they are:
 * `significance` ÷ the number of tests not rejected.
 */
export function holmNextLevel(pValues: readonly number[], significance: number): number {
  const notRejected = holmAdjust(pValues).filter((pValue) => pValue > significance).length
  return significance / Math.max(1, notRejected)
}

function ascending(pValues: readonly number[]): { pValue: number; index: number }[] {
  return pValues
    .map((pValue, index) => {
      if (!(pValue >= 0 && pValue <= 1)) {
        throw new RangeError(`a p-value must lie from 0 to 1, not ${pValue}`)
      }
      return { pValue, index }
    })
    .toSorted((left, right) => left.pValue - right.pValue)
}
