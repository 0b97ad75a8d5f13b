import type { AuditedOperation, EngineRecord, OperationCode } from '@rowrate/core'

import type { ResultSet } from '../read-result-set.ts'
import type { Slice } from './slices.ts'

/** Gives the loop's own cost, and is never a row of a table. */
const loopEngine = 'null'
const usualReference = 'better-sqlite3'

/** Who plays which part in a set. */
export interface Roles {
  /** With a rank, in the plan's order. */
  readonly ranked: readonly string[]
  /** Shown without a rank, with the reason. */
  readonly unranked: ReadonlyMap<string, string>
  /** The engine that all others are compared with. */
  readonly reference: string | null
  readonly twin: string | null
  readonly loop: string | null
}

export interface SliceContext {
  readonly slice: Slice
  readonly roles: Roles
  readonly unavailable: ReadonlyMap<string, string>
  readonly engines: ResultSet['environment']['engines']
  readonly audits: ReadonlyMap<string, AuditedOperation>
}

export function rolesOf({ environment }: ResultSet): Roles {
  const { plan, engines } = environment
  const shown = plan.engines.filter((engine) => engine !== loopEngine)
  const unranked = new Map(
    shown.flatMap((engine) => {
      const reason = unrankedReasonOf(engines[engine])
      return reason === null ? [] : [[engine, reason] as const]
    }),
  )
  const ranked = shown.filter((engine) => !unranked.has(engine))
  const usual = ranked.includes(usualReference) ? usualReference : (ranked[0] ?? null)
  return {
    ranked,
    unranked,
    reference: plan.twin ?? usual,
    twin: plan.twin ?? null,
    loop: plan.engines.includes(loopEngine) ? loopEngine : null,
  }
}

/** Why an engine never has a rank, or null when it has. */
export function unrankedReasonOf(record: EngineRecord | undefined): string | null {
  const description = record?.description
  if (description?.unranked !== undefined) return description.unranked
  return description?.storage === 'none' ? 'stores nothing' : null
}

/** Audited operations of a slice's test and journal, by `auditKey`. */
export function auditsOf({ audits }: ResultSet, slice: Slice): SliceContext['audits'] {
  const { test, journal } = slice.key
  return new Map(
    audits
      .filter((audit) => audit.test === test && audit.journal === journal)
      .flatMap(({ engine, operations }) =>
        operations.map((each) => [auditKey(engine, each.operation), each] as const),
      ),
  )
}

export const auditKey = (engine: string, operation: OperationCode) => `${engine} ${operation}`
