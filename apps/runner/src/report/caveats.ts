import { MINIMUM_RUNS } from '@rowrate/core'

import type { Report } from './report.ts'
import { counted, duration, listed, spread } from './wording.ts'

/** File systems in memory, where a durable commit waits for nothing. */
export const memoryFileSystems: readonly string[] = ['tmpfs', 'ramfs']

/** What weakens the figures of this set; each says what to do. */
export function warningsOf({ environment, summary }: Report): string[] {
  const { storage } = environment
  const { noisyStarts, samples, canaryCommitNs, isComplete } = summary.conditions
  const fewest = Math.min(...summary.slices.map(({ runs }) => runs))
  const unavailable = summary.engines.filter((engine) => engine.unavailable !== null)
  return [
    memoryFileSystems.includes(storage.fileSystem) &&
      `The data directory is on ${storage.fileSystem}, where durable commits are free: the figures say nothing about a disk. Give --data a directory on one.`,
    fewest < MINIMUM_RUNS &&
      `Where a table has ${counted(fewest, 'run')}, there is no interval, no verdict and no rank group; differences may be noise. Give --runs 5 to compare.`,
    noisyStarts > 0 &&
      `${noisyStarts.toLocaleString('en-US')} of ${counted(samples, 'sample')} started while other processes kept the processor busy. Repeat on a quiet machine.`,
    canaryCommitNs !== null &&
      canaryCommitNs.max > 2 * canaryCommitNs.min &&
      `A durable commit of the same 4 KiB took ${spread(canaryCommitNs, duration)} in the course of the set: compare engines by their ratios within a block, not by speeds.`,
    !isComplete &&
      'The set is not complete: `pnpm bench --resume` with this folder measures what is missing.',
    unavailable.length > 0 &&
      `Not available here: ${listed(unavailable.map(({ name }) => name))}. The reasons stand under the tables.`,
  ].filter((warning) => warning !== false)
}

/** What holds for every figure, however quiet the machine. */
export function caveatsOf({ environment, summary }: Report): string[] {
  const journals = new Set(summary.slices.map(({ key }) => key.journal))
  const hasSqlite = summary.engines.some(({ storage }) => storage === 'sqlite')
  const choices = environment.plan.parts.flatMap(({ study }) => study ?? [])
  const tasks = Math.max(1, ...choices.map(({ asyncTasks = 1 }) => asyncTasks))
  return [
    tasks === 1
      ? 'One machine, one task at a time, one transaction at a time; concurrency is not measured.'
      : `One machine. Async systems ran up to ${tasks} tasks at a time, each with transactions of its own, as in the published study; all others one.`,
    choices.some(({ settings }) => settings === 'study') &&
      'Settings of the published study: journal mode, foreign keys and indexes are each system’s own, whatever a title says; the settings read back are under the environment.',
    'A ratio between two engines carries over to other machines better than a speed does.',
    environment.machine.virtual &&
      'A virtual machine: its processor and storage are shared with others that no counter shows.',
    summary.conditions.canaryCommitNs === null &&
      'Measured without storage canaries: how even the commits of the storage were meanwhile is not known.',
    hasSqlite &&
      journals.has('delete') &&
      'Journal delete with synchronous=FULL may lose the last acknowledged transaction at a power cut, because the removal of the journal is not followed by a sync of its directory; it loses no other, and in WAL with FULL none.',
    environment.rowrate.dirty === true && 'The code had changes that are in no commit.',
  ].filter((caveat) => caveat !== false)
}
