import { defineEngine } from '@rowrate/core'
import { declarations, openSession } from '@rowrate/engine-drizzle-rc-node-sqlite'

export default defineEngine({
  ...declarations,
  name: 'drizzle-rc-prepared-node-sqlite',
  open: (options) => openSession(options, { prepared: true }),
})
