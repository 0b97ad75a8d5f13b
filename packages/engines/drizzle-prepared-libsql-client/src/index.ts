import { defineEngine } from '@rowrate/core'
import { declarations, openSession } from '@rowrate/engine-drizzle-libsql-client'

export default defineEngine({
  ...declarations,
  name: 'drizzle-prepared-libsql-client',
  open: (options) => openSession(options, true),
})
