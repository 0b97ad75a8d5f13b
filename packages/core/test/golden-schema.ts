import { writeFileSync } from 'node:fs'

import type { Model, OtherTypes } from '../src/index.ts'
import {
  columnTypes,
  models,
  operations,
  schemaStatements,
  settingsQuery,
  settingStatements,
  syncKinds,
  tests,
} from '../src/index.ts'
import {
  lorem,
  noteFile,
  noteLength,
  noteSchema,
  noteSettingNames,
  notesPerInsert,
  noteSql,
} from '../src/stores/index.ts'

/** The schemas that engines of other languages use, named by the types of a date and of a decimal. */
const variants: Readonly<Record<string, OtherTypes>> = {
  'integer-text': {},
  'timestamp-text': { datetime: 'TIMESTAMP' },
  'timestamp-numeric': { datetime: 'TIMESTAMP', decimal: 'NUMERIC(12, 8)' },
}

const statementsOf = (model: Model) =>
  Object.fromEntries(
    Object.entries(variants).map(([name, types]) => [name, schemaStatements(model, types)]),
  )

const { insert, ...fixedSql } = noteSql

/** Of the many-stores suite. */
const stores = {
  lorem,
  noteLength,
  file: noteFile,
  schema: noteSchema,
  sql: { ...fixedSql, insert: insert(notesPerInsert), insertOne: insert(1) },
  notesPerInsert,
  settingNames: noteSettingNames,
}

/** What engines of other languages read instead of repeating it: models, operations, schemas, settings. */
export function goldenSchema(): unknown {
  const golden = {
    models: tests.map((test) => ({ ...models[test], statements: statementsOf(models[test]) })),
    columnTypes,
    operations,
    settingStatements: { delete: settingStatements('delete'), wal: settingStatements('wal') },
    settingsQuery,
    syncKinds,
    stores,
  }
  return JSON.parse(JSON.stringify(golden)) as unknown
}

/** `node packages/core/test/golden-schema.ts` writes the file anew, after a deliberate change of models, schema or settings. */
if (import.meta.main) {
  const file = new URL('../golden/schema.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify(goldenSchema(), undefined, 1)}\n`)
}
