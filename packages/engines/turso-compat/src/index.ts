import type { Link } from '@rowrate/core'
import { defineEngine, journalSql, schemaStatements, settingStatements } from '@rowrate/core'
import { openSession, traced } from '@rowrate/engine-better-sqlite3/session'
import {
  declarations,
  mergeSettings,
  settingQueries,
  syncNewDatabase,
} from '@rowrate/engine-turso/declarations'
import { Database } from '@rowrate/engine-turso/library'

type Connection = Parameters<typeof openSession>[0]

export default defineEngine({
  ...declarations,
  name: 'turso-compat',
  api: 'sync',
  open: ({ file, model, journal, onStatement }) => {
    const db = new Database(file) as unknown as Connection
    for (const statement of [...settingStatements(journal), ...schemaStatements(model)]) {
      db.exec(statement)
    }
    syncNewDatabase(file)
    const { setParent, removeRelated, relate } = journalSql(model)
    const link = db.transaction((links: readonly Link[]) => {
      for (const { id, parent, related } of links) {
        db.prepare(setParent).run(parent, id)
        db.prepare(removeRelated).run(id)
        for (const to of related) db.prepare(relate).run(id, to)
      }
      return links.length
    })
    return {
      ...openSession(onStatement ? traced(db, onStatement) : db, model),
      link,
      settings: () => [mergeSettings(settingQueries.map((sql) => db.prepare(sql).get()))],
    }
  },
})
