import type { EngineRecord } from '@rowrate/core'
import { ProcessOutput, Listr, ListrLogger } from 'listr2'

import type { Prepared } from '../engines/prepare.ts'
import { prepareEngine } from '../engines/prepare.ts'
import type { RegisteredEngine } from '../engines/registry.ts'
import { installedVersions } from '../engines/versions.ts'
import type { AvailableEngine } from './context.ts'

/** Which engines load, and why the others do not. */
export interface Engines {
  readonly available: ReadonlyMap<string, AvailableEngine>
  readonly probesMs: ReadonlyMap<string, number>
  /** Engine name to reason and remedy. */
  readonly unavailable: ReadonlyMap<string, string>
}

function sort(prepared: readonly Prepared[]): Engines {
  const loaded = prepared.filter((each) => 'probe' in each)
  const missing = prepared.filter((each) => 'message' in each)
  return {
    available: new Map(
      loaded.map(({ engine, probe }) => [engine.name, { ...engine, details: probe.description }]),
    ),
    probesMs: new Map(loaded.map(({ engine, probe }) => [engine.name, probe.durationMs])),
    unavailable: new Map(missing.map(({ engine, message }) => [engine.name, message])),
  }
}

/** Probes every engine, and sets up those that need it, one at a time, with progress on standard error. */
export async function prepareEngines(
  engines: readonly RegisteredEngine[],
  signal: AbortSignal,
): Promise<Engines> {
  const prepared: Prepared[] = []
  const tasks = engines.map((engine) => ({
    title: `loading ${engine.name}`,
    task: async (_: unknown, task: { output: string }) => {
      if (signal.aborted) return
      const result = await prepareEngine(engine, signal, (line) => {
        task.output = line
      })
      prepared.push(result)
      if ('message' in result) throw new Error(result.message)
    },
  }))
  const output = new ProcessOutput(process.stderr, process.stderr)
  await new Listr(tasks, {
    concurrent: false,
    exitOnError: false,
    registerSignalListeners: false,
    renderer: process.stderr.isTTY ? 'default' : 'simple',
    rendererOptions: { logger: new ListrLogger({ processOutput: output }) },
    fallbackRendererOptions: { logger: new ListrLogger({ processOutput: output }) },
  }).run()
  return sort(prepared)
}

/** What a set records about each engine. */
export const engineRecords = ({ available }: Engines): Record<string, EngineRecord> =>
  Object.fromEntries(
    [...available.values()].map((engine) => [
      engine.name,
      {
        description: engine.details,
        versions: installedVersions(engine),
        ...(engine.group !== undefined && { group: engine.group }),
      },
    ]),
  )
