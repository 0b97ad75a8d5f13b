import type { Settings } from '@rowrate/core'
import { noteSettingNames } from '@rowrate/core/stores'

import { declarations, mergeSettings } from './declarations.ts'

/** One PRAGMA each, for the same reason as in the operations. */
export const noteSettingQueries = [
  'SELECT sqlite_version() AS sqlite_version',
  ...noteSettingNames.map((name) => `PRAGMA ${name}`),
]

export const noteSettings = (rows: readonly unknown[]): readonly Settings[] => [mergeSettings(rows)]

/** What the stores of both of Turso's APIs have in common in their declarations. */
export const noteDeclarations = {
  family: 'sqlite',
  published: 'Turso Database',
  journal: declarations.journal,
  limits: {
    journal: declarations.limits.journal,
    durability: declarations.limits.durability,
  },
} as const
