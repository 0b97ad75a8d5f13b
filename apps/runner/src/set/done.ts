import type { RunLine, SampleKey } from '@rowrate/core'

/** One text per sample key. */
export const keyText = (key: SampleKey): string =>
  [
    key.engine,
    key.twin ? 'twin' : '',
    key.test,
    key.table,
    key.mode,
    key.journal,
    key.block,
    key.operation,
    key.variant ?? '',
  ].join('|')

/** What a set holds already. */
export interface Done {
  /** Keys of samples that are final; a rejected one is not. */
  readonly final: ReadonlySet<string>
  readonly rejected: ReadonlySet<string>
  readonly failed: ReadonlySet<string>
  /** A failed one is not: it takes a second, and is tried again. */
  readonly audits: ReadonlySet<string>
  readonly unavailable: ReadonlySet<string>
}

export const auditKey = (audit: { engine: string; test: number; journal: string }): string =>
  [audit.engine, audit.test, audit.journal].join('|')

export function doneOf(lines: readonly RunLine[]): Done {
  const done = {
    final: new Set<string>(),
    rejected: new Set<string>(),
    failed: new Set<string>(),
    audits: new Set<string>(),
    unavailable: new Set<string>(),
  }
  for (const line of lines) {
    if (line.type === 'unavailable') done.unavailable.add(line.engine)
    if (line.type === 'audit' && !line.failure) done.audits.add(auditKey(line))
    if (line.type !== 'sample') continue
    const key = keyText(line)
    if (line.status === 'ok' && line.rejected !== undefined) done.rejected.add(key)
    else done.final.add(key)
    if (line.status === 'failed') done.failed.add(key)
  }
  return done
}

/** True where anything of a set failed, so that the exit code must say so. */
export function hasFailures(lines: readonly RunLine[]): boolean {
  const { audits } = doneOf(lines)
  return lines.some(
    (line) =>
      line.type === 'unavailable' ||
      (line.type === 'audit' && !audits.has(auditKey(line))) ||
      (line.type === 'sample' && (line.status === 'failed' || line.status === 'not run')),
  )
}
