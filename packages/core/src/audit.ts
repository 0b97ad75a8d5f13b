import type { RequestStore } from './administration.ts'
import { administrationOf } from './administration.ts'
import { untimedBody } from './drive.ts'
import type { AnyEngine, Session } from './engine.ts'
import { OpenStore } from './open-store.ts'
import type { Operation, OperationCode } from './operations.ts'
import { operations, reasonForAbsence } from './operations.ts'
import { prepare } from './preparation.ts'
import type { Audit, AuditedOperation, AuditJob } from './protocol.ts'
import { readSyncCounts, syncDifference } from './sync-counts.ts'

/** Number of columns that an UPDATE sets, or undefined for any other statement. */
export function columnsSet(statement: string): number | undefined {
  const set = /^\s*update\b[\s\S]*?\bset\b([\s\S]*)/i.exec(statement)?.[1]
  if (set === undefined) return undefined
  let depth = 0
  let columns = 1
  for (const token of set.match(/'(?:[^']|'')*'|"[^"]*"|\bwhere\b|\breturning\b|[(),]/gi) ?? []) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    else if (depth === 0 && token === ',') columns += 1
    else if (depth === 0 && /^(where|returning)$/i.test(token)) break
  }
  return columns
}

const commitsOf = ({ kind, shape }: Operation, inputs: number): number => {
  if (kind === 'read') return 0
  return shape === 'each' ? inputs : 1
}

export interface AuditOptions extends Pick<AuditJob, 'options' | 'journal' | 'directory'> {
  readonly engine: AnyEngine
  readonly request?: RequestStore
}

async function auditOperation(
  { engine, options, journal, directory, request }: AuditOptions,
  operation: Operation,
  previous: OperationCode | undefined,
): Promise<AuditedOperation> {
  const statements: string[] = []
  const store = await OpenStore.open({
    engine,
    options,
    journal,
    directory,
    previous,
    onStatement: (statement) => statements.push(statement),
  })
  try {
    const administration = administrationOf(store, request)
    const question = { options, completed: operation.code, trimmed: true }
    if (operation.linked) await administration.link({ ...question, linked: true })
    await (store.session as Session<'async', unknown>).begin()
    const drive = await prepare(store, operation)
    statements.length = 0
    const before = readSyncCounts()
    const { rows } = await untimedBody(store, operation, drive)
    const syncs = syncDifference(before, readSyncCounts())
    const sets = statements.map(columnsSet).filter((each) => each !== undefined)
    const counted = statements.length
    if (operation.linked) await administration.link({ ...question, linked: false })
    return {
      operation: operation.code,
      rows,
      commits: commitsOf(operation, drive.inputs.length),
      ...(counted > 0 && { statements: counted }),
      ...(sets.length > 0 && {
        updateColumns: sets.reduce((sum, each) => sum + each, 0) / sets.length,
      }),
      ...(syncs && { syncs }),
    }
  } finally {
    await store.close()
  }
}

/** Runs every operation once on a small table without trims, and counts statements and sync calls. Nothing is timed. */
export async function audit(auditOptions: AuditOptions): Promise<Audit> {
  const { engine, options } = auditOptions
  const audited: AuditedOperation[] = []
  for (const operation of operations) {
    if (reasonForAbsence(operation, engine, options.test) !== undefined) continue
    // oxlint-disable-next-line no-await-in-loop -- each operation finds the rows of the ones before it
    audited.push(await auditOperation(auditOptions, operation, audited.at(-1)?.operation))
  }
  return { kind: 'audit', operations: audited }
}
