const decimals = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** Milliseconds of nanoseconds: three decimals below 10, else two. */
export const milliseconds = (ns: number): string => decimals(ns / 1e6, ns < 1e7 ? 3 : 2)

export const kibibytes = (bytes: number): string => decimals(bytes / 1024, 0)

/** A figure, or a dash where there is none. */
export const orDash = (value: number | null | undefined, print: (value: number) => string) =>
  value === null || value === undefined ? '–' : print(value)
