import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { JournalMode, StudyChoices, Test } from '@rowrate/core'
import { syncCounterVariable, syncKinds } from '@rowrate/core'

import { syncCounterLibrary } from '@rowrate/tooling/sync-counter'

import { auditWorkload } from '../configuration.ts'
import type { Done } from '../set/done.ts'
import { auditKey } from '../set/done.ts'
import { commandOf } from '../worker/job-command.ts'
import { supervise } from '../worker/supervise.ts'
import type { AvailableEngine, RunContext } from './context.ts'

interface AuditTask {
  readonly engine: AvailableEngine
  readonly test: Test
  readonly journal: JournalMode
  readonly study?: StudyChoices | undefined
}

/** Each engine once per test and journal mode; the twin is the same engine. */
function* auditTasks({ plan, engines }: RunContext): Generator<AuditTask> {
  const pairs = new Map(
    plan.parts.flatMap(({ tests, journal, study }) =>
      tests.map((test) => [`${test}|${journal}`, { test, journal, study }] as const),
    ),
  )
  for (const engine of engines.values()) {
    for (const pair of pairs.values()) yield { engine, ...pair }
  }
}

/** What preloads the counter into a worker; nothing where no library could be built. */
function countingEnvironment(library: string | undefined, file: string): Record<string, string> {
  if (library === undefined) return {}
  writeFileSync(file, Buffer.alloc(8 * syncKinds.length))
  return { LD_PRELOAD: library, [syncCounterVariable]: file }
}

async function runAudit(
  context: RunContext,
  { engine, test, journal, study }: AuditTask,
  library: string | undefined,
): Promise<undefined> {
  const { stores, requestStore, signal, set, progress, plan } = context
  const directory = join(stores.data, `audit-${engine.name}-test${test}-${journal}`)
  mkdirSync(directory)
  const { iterations, batchSize, table } = auditWorkload
  const bulk = engine.details.lacks.bulk === undefined
  const { outcome } = await supervise({
    command: {
      ...commandOf(engine),
      env: countingEnvironment(library, `${directory}.syncs`),
    },
    requestStore,
    signal,
    job: {
      kind: 'audit',
      engine: engine.name,
      module: engine.module,
      options: { seed: plan.workload.seed, test, table, iterations, batchSize, bulk },
      journal,
      directory,
      ...(study && { study }),
    },
  })
  rmSync(directory, { recursive: true, force: true })
  if (signal.aborted) return
  const base = { type: 'audit', engine: engine.name, test, journal } as const
  if (outcome.kind === 'audit') {
    set.append({ ...base, operations: outcome.operations })
  } else if (outcome.kind === 'failure') {
    progress.warn(
      `audit of ${engine.name}, test ${test}, failed: ${outcome.code}: ${outcome.message}`,
    )
    set.append({ ...base, operations: [], failure: outcome })
  }
}

/** Counts statements and syncs of every operation once, untimed, before anything is measured. */
export async function runAudits(context: RunContext, done: Done): Promise<undefined> {
  if (!context.plan.audit) return
  const pending = [...auditTasks(context)].filter(
    ({ engine, test, journal }) =>
      !done.audits.has(auditKey({ engine: engine.name, test, journal })),
  )
  if (pending.length === 0) return
  const library = await syncCounterLibrary()
  if (library === undefined) {
    context.progress.warn(
      'syncs are not counted: the counter could not be built; install a C compiler (gcc or clang)',
    )
  }
  for (const task of pending) {
    context.progress.note(`auditing ${task.engine.name}, test ${task.test}`)
    // oxlint-disable-next-line no-await-in-loop -- one process at a time
    await runAudit(context, task, library)
    if (context.signal.aborted) return
  }
}
