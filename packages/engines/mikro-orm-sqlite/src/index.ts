import { MikroORM } from '@mikro-orm/sqlite'
import { defineEngine } from '@rowrate/core'

import { journalClass } from './entity.ts'
import { declarations, loggerFactory, openSession } from './session.ts'

export default defineEngine({
  ...declarations,
  name: 'mikro-orm-sqlite',
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
