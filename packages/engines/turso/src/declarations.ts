import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

import type { Settings } from '@rowrate/core'
import { settingNames } from '@rowrate/core'

/**
 * Turso syncs its log at each commit, but the first page of a new database only at its first checkpoint: until then a power cut
 * loses every commit. Synced once after creation, they are kept.
 */
export function syncNewDatabase(file: string): undefined {
  for (const path of [file, dirname(file)]) {
    const descriptor = openSync(path, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
  }
}

/**
 * One PRAGMA each: after a query on a table-valued function such as `pragma_synchronous`, Turso 0.7.2 acknowledges autocommits
 * that it has not written (see README.md).
 */
export const settingQueries = [
  'SELECT sqlite_version() AS sqlite_version',
  ...settingNames.map((name) => `PRAGMA ${name}`),
]

export const mergeSettings = (rows: readonly unknown[]): Settings =>
  Object.assign({}, ...(rows as Settings[])) as Settings

/** What both of Turso's APIs have in common in their declarations. */
export const declarations = {
  storage: 'directory',
  entities: 'plain',
  journal: 'wal',
  limits: {
    decimal: 'SQLite has no decimal type; kept as its exact text',
    journal: 'Turso has no other journal mode than WAL',
    storage:
      'no other process or copy of SQLite may open its file: for restores it is closed, copied and opened again',
    durability:
      'a new file is synced once by the engine package; Turso itself does not before its first checkpoint, and a power cut until then loses every commit',
  },
} as const
