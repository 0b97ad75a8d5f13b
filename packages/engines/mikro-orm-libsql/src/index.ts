import { MikroORM } from '@mikro-orm/libsql'
import { defineEngine } from '@rowrate/core'
import { journalClass } from '@rowrate/engine-mikro-orm-sqlite/entity'
import { declarations, loggerFactory, openSession } from '@rowrate/engine-mikro-orm-sqlite/session'

export default defineEngine({
  ...declarations,
  name: 'mikro-orm-libsql',
  open: async (options) => {
    const Entity = journalClass(options.model)
    const orm = await MikroORM.init({
      dbName: options.file,
      entities: [Entity],
      ...(options.onStatement && { loggerFactory: loggerFactory(options.onStatement) }),
    })
    return openSession(orm, Entity, options)
  },
})
