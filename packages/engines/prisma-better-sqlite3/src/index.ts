import { defineEngine } from '@rowrate/core'

import { PrismaBetterSqlite3 } from '../library/index.js'
import { declarations, openSession } from './client.ts'

export default defineEngine({
  ...declarations,
  name: 'prisma-better-sqlite3',
  open: (options) =>
    openSession(
      options,
      new PrismaBetterSqlite3({ url: `file:${options.file}` }, { timestampFormat: 'unixepoch-ms' }),
    ),
})
