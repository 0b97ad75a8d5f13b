import { defineEngine } from '@rowrate/core'
import { PrismaLibSql } from '@rowrate/engine-prisma-better-sqlite3/library'
import { declarations, openSession } from '@rowrate/engine-prisma-better-sqlite3/client'

export default defineEngine({
  ...declarations,
  name: 'prisma-libsql',
  open: (options) =>
    openSession(
      options,
      new PrismaLibSql({ url: `file:${options.file}` }, { timestampFormat: 'unixepoch-ms' }),
    ),
})
