import { defineEngine } from '@rowrate/core'
import { declarations, openSession } from '@rowrate/engine-drizzle-better-sqlite3'

export default defineEngine({
  ...declarations,
  name: 'drizzle-prepared-better-sqlite3',
  open: (options) => openSession(options, true),
})
