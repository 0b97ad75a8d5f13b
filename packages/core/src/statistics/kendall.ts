/**
 * Kendall's tau-b, the agreement of two orderings corrected for ties: 1 the same order, −1 the reverse
 * (Kendall 1945, doi 10.1093/biomet/33.3.239). null where one side has no order (fewer than two values, or
 * all equal). Throws a RangeError for arrays of different lengths or a value that is not a number.
 */
export function kendallTauB(left: readonly number[], right: readonly number[]): number | null {
  if (left.length !== right.length) {
    throw new RangeError(`paired values are needed: ${left.length} and ${right.length} given`)
  }
  const leftSigns = pairSigns(left)
  const rightSigns = pairSigns(right)
  const untiedLeft = leftSigns.filter((sign) => sign !== 0).length
  const untiedRight = rightSigns.filter((sign) => sign !== 0).length
  if (untiedLeft === 0 || untiedRight === 0) return null
  const concordance = leftSigns.reduce((sum, sign, pair) => sum + sign * (rightSigns[pair] ?? 0), 0)
  // One root of the product, not a product of roots: equal orders give exactly 1.
  return concordance / Math.sqrt(untiedLeft * untiedRight)
}

/** The sign of the difference for every pair of positions, in a fixed order of the pairs. */
function pairSigns(values: readonly number[]): number[] {
  if (values.some(Number.isNaN)) throw new RangeError('values to order must be numbers, not NaN')
  return values.flatMap((value, index) =>
    values.slice(index + 1).map((other) => (value > other ? 1 : 0) - (value < other ? 1 : 0)),
  )
}
