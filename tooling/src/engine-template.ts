import type { JournalRow, Session } from '@rowrate/core'
import { defineEngine, unimplemented } from '@rowrate/core'

/*
 * Write each method as the library's own documentation tells its users to; packages/core/src/engine.ts says what each must do.
 * `pnpm exec vitest run packages/engines/engine-name` lists what is left. For an async library: `api: 'async'` and
 * Session<'async', …>. For a SQLite engine: `storage: 'sqlite'`, the file given as `file`, and core's settingStatements(journal)
 * and schemaStatements(model), in this order, on every connection; for any other storage keep all files in `directory`.
 */
const session: Session<'sync', JournalRow> = {
  begin: unimplemented('begin'),
  build: unimplemented('build'),
  insert: unimplemented('insert'),
  insertBulk: unimplemented('insertBulk'),
  transaction: unimplemented('transaction'),
  filterByLevel: unimplemented('filterByLevel'),
  pageByLevel: unimplemented('pageByLevel'),
  get: unimplemented('get'),
  filterAsObjects: unimplemented('filterAsObjects'),
  filterAsTuples: unimplemented('filterAsTuples'),
  all: unimplemented('all'),
  pageWithParents: unimplemented('pageWithParents'),
  pageWithRelated: unimplemented('pageWithRelated'),
  getWithChildren: unimplemented('getWithChildren'),
  settings: unimplemented('settings'),
  close: unimplemented('close'),
}

export default defineEngine({
  name: 'engine-name',
  api: 'sync',
  storage: 'sqlite',
  entities: 'plain',
  open: () => session,
})
