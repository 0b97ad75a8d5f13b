import type { Feature } from './engine.ts'
import type { Test } from './model.ts'

export type OperationCode =
  | 'A'
  | 'B'
  | 'C'
  | 'D'
  | "D'"
  | 'E'
  | "E'"
  | 'F'
  | "F'"
  | 'G'
  | 'H'
  | 'L'
  | 'M'
  | 'N'
  | 'I'
  | 'J'
  | 'K'

export interface Operation {
  readonly code: OperationCode
  readonly name: string
  readonly kind: 'insert' | 'read' | 'update' | 'delete'
  /** `each`: one call per input; `transaction`: one call per input inside one transaction; `bulk`: one call for all. */
  readonly shape: 'each' | 'transaction' | 'bulk'
  readonly feature?: Feature
  /** One of the nine object operations of the geometric mean. */
  readonly ranked: boolean
  /** Reads every field of what it got inside the timer; only for engines whose entities are lazy. */
  readonly touches?: boolean
  /** Needs the rows to be linked. */
  readonly linked?: boolean
}

const define = (
  code: OperationCode,
  name: string,
  kind: Operation['kind'],
  shape: Operation['shape'],
  extra: Partial<Operation> = {},
): Operation => ({ code, name, kind, shape, ranked: true, ...extra })

const beyond = { ranked: false }
const touched = { ranked: false, touches: true }
const relational = { ranked: false, linked: true, feature: 'relations' } as const

/** In the order in which they run: each finds the rows that the ones before it left. */
export const operations: readonly Operation[] = [
  define('A', 'Insert: Single', 'insert', 'each'),
  define('B', 'Insert: Batch', 'insert', 'transaction'),
  define('C', 'Insert: Bulk', 'insert', 'bulk', { feature: 'bulk' }),
  define('D', 'Filter: Large', 'read', 'each'),
  define("D'", 'Filter: Large, fields read', 'read', 'each', touched),
  define('E', 'Filter: Small', 'read', 'each', { feature: 'pages' }),
  define("E'", 'Filter: Small, fields read', 'read', 'each', { ...touched, feature: 'pages' }),
  define('F', 'Get', 'read', 'each'),
  define("F'", 'Get, fields read', 'read', 'each', touched),
  define('G', 'Filter: dict', 'read', 'each', { ...beyond, feature: 'objects' }),
  define('H', 'Filter: tuple', 'read', 'each', { ...beyond, feature: 'tuples' }),
  define('L', 'Page with parents', 'read', 'each', relational),
  define('M', 'Page with related', 'read', 'each', relational),
  define('N', 'Get with children', 'read', 'each', relational),
  define('I', 'Update: Whole', 'update', 'transaction'),
  define('J', 'Update: Partial', 'update', 'transaction'),
  define('K', 'Delete', 'delete', 'transaction'),
]

const byCode = new Map(operations.map((each) => [each.code, each]))
const position = new Map(operations.map((each, index) => [each.code, index]))

export const operationOf = (code: OperationCode): Operation => byCode.get(code)!

/** True where `first` runs before `second`. */
export const runsBefore = (first: OperationCode, second: OperationCode): boolean =>
  position.get(first)! < position.get(second)!

/** The nine codes of the geometric mean. */
export const rankedCodes: readonly OperationCode[] = operations
  .filter((each) => each.ranked)
  .map((each) => each.code)

/** Why an engine runs an operation of a test not at all, or undefined when it does. */
export function reasonForAbsence(
  operation: Operation,
  engine: {
    readonly entities: 'plain' | 'lazy'
    readonly lacks?: Partial<Readonly<Record<Feature, string>>> | undefined
  },
  test: Test,
): string | undefined {
  if (operation.linked && test !== 2) return 'only test 2 has relations'
  if (operation.touches && engine.entities !== 'lazy') return 'its entities are plain objects'
  return operation.feature && engine.lacks?.[operation.feature]
}
