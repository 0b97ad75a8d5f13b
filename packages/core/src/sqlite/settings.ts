import type { JournalMode, Settings } from '../engine.ts'
import { RowrateError } from '../error.ts'

/**
 * What every SQLite connection is set to, in this order: some builds fall to synchronous=NORMAL when WAL is switched on, so FULL
 * comes after the journal mode.
 */
export const settingStatements = (journal: JournalMode): string[] => [
  'PRAGMA foreign_keys = ON',
  `PRAGMA journal_mode = ${journal}`,
  'PRAGMA synchronous = FULL',
]

export const settingNames = [
  'synchronous',
  'journal_mode',
  'foreign_keys',
  'page_size',
  'cache_size',
] as const

/** The query that reads all settings of a connection in one row, its SQLite version included. */
export const settingsQuery = `SELECT sqlite_version() AS sqlite_version, ${settingNames
  .map((name) => `(SELECT ${name} FROM pragma_${name}) AS ${name}`)
  .join(
    ', ',
  )}, (SELECT group_concat(compile_options, ' ') FROM pragma_compile_options) AS compile_options`

/** Long, and the same for every connection of a build: recorded once per set, not with every sample. */
export const withoutCompileOptions = (settings: Settings): Settings => {
  const { compile_options: _, ...others } = settings
  return others
}

const full = 2

/** Refuses settings that are not what every SQLite engine must run with. Throws NOT_DURABLE. */
export function judgeSettings(
  engine: { readonly name: string; readonly journal?: JournalMode | undefined },
  connections: readonly Settings[],
  journal: JournalMode,
): undefined {
  if (connections.length === 0) {
    throw new RowrateError('NOT_DURABLE', `${engine.name}: settings() names no connection`)
  }
  const expected = engine.journal ?? journal
  connections.forEach((settings, index) => {
    const wrong = [
      Number(settings['synchronous']) >= full || 'synchronous must be FULL (2) or EXTRA (3)',
      settings['journal_mode'] === expected || `journal_mode must be ${expected}`,
      Number(settings['foreign_keys']) === 1 || 'foreign_keys must be ON (1)',
    ].filter((each) => typeof each === 'string')
    if (wrong.length > 0) {
      throw new RowrateError(
        'NOT_DURABLE',
        `${engine.name}, connection ${index + 1}: ${wrong.join('; ')}. Read back: ${JSON.stringify(settings)}. Run settingStatements(journal) of core on every connection, in order`,
      )
    }
  })
}
