/** Value types of the FlexBuffers format, as its description numbers them. */
export const FlexType = {
  null: 0,
  int: 1,
  uint: 2,
  float: 3,
  key: 4,
  string: 5,
  indirectInt: 6,
  indirectUint: 7,
  indirectFloat: 8,
  map: 9,
  vector: 10,
  vectorInt: 11,
  vectorUint: 12,
  vectorFloat: 13,
  vectorKey: 14,
  vectorString: 15,
  vectorInt2: 16,
  vectorFloat4: 24,
  blob: 25,
  bool: 26,
  vectorBool: 36,
} as const

/** Deeper values are refused when written (a cycle?) and when read. */
export const DEEPEST_FLEX = 200

export const MIN_INT64 = -(2n ** 63n)
export const MAX_INT64 = 2n ** 63n - 1n
export const MAX_UINT64 = 2n ** 64n - 1n
