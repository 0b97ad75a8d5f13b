import type { StoresEnvironment, StoresSummary } from '@rowrate/core/stores'

import { memoryFileSystems } from '../../report/caveats.ts'
import { duration, listed } from '../../report/wording.ts'
import { hasStudyLanguage } from './published.ts'
import { labelOf } from './tables.ts'

/** What the figures can not say; printed with every report. */
export function storesCaveats({ plan, settings, harness, engines }: StoresSummary): string[] {
  const hasObjectBox = engines.some(({ family }) => family === 'objectbox')
  const hasSql = engines.some(({ family }) => family === 'sqlite')
  const runs = plan.seeds.length
  return [
    plan.dropCaches
      ? 'The page cache is emptied before each open run: each store is read from the disk once.'
      : 'Warm page cache: the stores were written or opened just before. A cold one costs what the disk does.',
    'Creating is bound by the latency of syncs: it measures the disk as much as the engine.',
    hasObjectBox &&
      'ObjectBox’s resident memory includes reclaimable pages of its mapped file, so both the resident and the anonymous figure count.',
    hasObjectBox &&
      '`pnpm bench:binding` compares ObjectBox’s open, count, close with a C program over the same library.',
    plan.query === 'count' &&
      `The count ${hasSql ? 'scans the table in SQL engines' : 'may scan the table'}${hasObjectBox ? ', and in ObjectBox it does not' : ''}: \`--query get\` and \`--query all\` compare other questions.`,
    settings.length > 0 &&
      `Runs behind each figure: one for create, stores/s, memory and disk; ${runs} for open, query, close and the whole, of which the median is shown (seeds ${listed(plan.seeds.map(String))}).`,
    plan.count < 1_000 && settings.length > 0 && 'No p99: it needs 1,000 stores or more.',
    settings.length > 0 &&
      (plan.order === 'grouped'
        ? 'Each engine goes through all phases before the next one begins, for the stores of all together would not stay in the page cache: what drifts on the machine meanwhile is in the difference of two engines.'
        : 'All engines go through a phase before the next one begins.'),
    'One thread, one store at a time; concurrency is not measured.',
    harness !== null &&
      `The measuring itself takes ${duration(harness.openNs)} for each opened store and ${duration(harness.createNs)} for each created one (the engine \`null\`, which stores nothing${hasStudyLanguage(engines) ? '; in Node.js, for the loop in Python is another' : ''}).`,
  ].filter((caveat) => caveat !== false)
}

/** What weakens this set in particular; each says what to do. */
export function storesWarnings(environment: StoresEnvironment, summary: StoresSummary): string[] {
  const rows = summary.settings.flatMap((setting) => setting.rows)
  const noisy = rows.reduce((sum, { noisyStarts }) => sum + noisyStarts, 0)
  const { fileSystem } = environment.storage
  return [
    memoryFileSystems.includes(fileSystem) &&
      `The data directory is on ${fileSystem}, where commits are free: the figures say nothing about a disk. Give --data a directory on one.`,
    summary.settings.length > 0 &&
      summary.plan.hold < 100 &&
      'Memory was read with few stores open: below 100, the collector’s own noise is in it. Give --hold 1000.',
    noisy > 0 &&
      `${noisy} phases started while other processes kept the processor busy. Repeat on a quiet machine.`,
    !summary.isComplete &&
      'The set is not complete: `pnpm stores --resume` with this folder measures what is missing.',
    ...Object.entries(summary.unavailable).map(
      ([engine, reason]) => `${engine} is not available here: ${reason}`,
    ),
    ...rows
      .filter(({ failedStores }) => failedStores > 0)
      .map(
        ({ variant, failedStores }) =>
          `${labelOf(summary, variant)}: ${failedStores} stores failed and are in no figure; see below.`,
      ),
    ...rows
      .filter(({ forcedCollections }) => forcedCollections > 0)
      .map(
        ({ variant, forcedCollections }) =>
          `${labelOf(summary, variant)}: closed stores kept descriptors until ${forcedCollections} collections between stores were forced.`,
      ),
    ...rows.flatMap(({ variant, missing }) =>
      missing.map((reason) => `${labelOf(summary, variant)} has no figure for ${reason}`),
    ),
    ...summary.growth.stops,
  ].filter((warning) => warning !== false)
}
