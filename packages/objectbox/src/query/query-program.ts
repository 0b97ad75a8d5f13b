/** `QueryStep` of native/src/query_build.cc. */
export const Step = {
  all: 1,
  any: 2,
  alias: 3,
  order: 4,
  link: 5,
  endLink: 6,
  isNull: 10,
  notNull: 11,
  text: 12,
  int: 13,
  double: 14,
  bytes: 15,
  betweenInts: 16,
  betweenDoubles: 17,
  inTexts: 18,
  inInt64s: 19,
  notInInt64s: 20,
  inInt32s: 21,
  notInInt32s: 22,
  keyText: 23,
  keyInt: 24,
  keyDouble: 25,
  relationCount: 26,
  nearestNeighbors: 27,
} as const

/** Positions in the function tables of native/src/query_build.cc. */
export const TextOperation = {
  equals: 0,
  notEquals: 1,
  contains: 2,
  startsWith: 3,
  endsWith: 4,
  greaterThan: 5,
  greaterOrEqual: 6,
  lessThan: 7,
  lessOrEqual: 8,
  containsElement: 9,
} as const

export const IntOperation = {
  equals: 0,
  notEquals: 1,
  greaterThan: 2,
  greaterOrEqual: 3,
  lessThan: 4,
  lessOrEqual: 5,
} as const

export const DoubleOperation = {
  greaterThan: 0,
  greaterOrEqual: 1,
  lessThan: 2,
  lessOrEqual: 3,
} as const

/** Of bytes, and of the values under keys of a flex. */
export const OrderOperation = {
  equals: 0,
  greaterThan: 1,
  greaterOrEqual: 2,
  lessThan: 3,
  lessOrEqual: 4,
} as const

/** Kinds of parameters; `SetParameter` of native/src/query_run.cc. */
export const ParameterKind = {
  text: 1,
  texts: 2,
  int: 3,
  ints: 4,
  int64s: 5,
  int32s: 6,
  double: 7,
  doubles: 8,
  bytes: 9,
  vector: 10,
} as const

/** Kinds of links; `BeginLink` of native/src/query_build.cc. */
export const LinkKind = {
  toOne: 0,
  toOneBacklink: 1,
  toMany: 2,
  toManyBacklink: 3,
} as const

/** `OBXOrderFlags` */
export const OrderFlag = {
  descending: 1,
  caseSensitive: 2,
  unsigned: 4,
  nullsLast: 8,
  nullsZero: 16,
} as const
