/** A ratio with the digits that it deserves. */
export const ratioNumber = (value: number): string => value.toFixed(value < 10 ? 2 : 1)

/** `1.10 to 2.50`, of the smallest and the largest value; one text where they print alike. */
export function rangeText(values: readonly number[], print = ratioNumber): string {
  const [low, high] = [print(Math.min(...values)), print(Math.max(...values))]
  return low === high ? low : `${low} to ${high}`
}
