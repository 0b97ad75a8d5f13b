import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { models } from '@rowrate/core'
import { modelText } from '@rowrate/engine-prisma-better-sqlite3/schema'

/* Writes a ZenStack schema for each model of core and generates from it, each in a folder of its own under library/generated. */

const header = `datasource db {
  provider = "sqlite"
  url      = "file:./unused.db"
}
`

const library = join(import.meta.dirname, 'library')

for (const model of Object.values(models)) {
  const folder = join(library, 'generated', model.name)
  mkdirSync(folder, { recursive: true })
  const schema = join(folder, 'schema.zmodel')
  writeFileSync(schema, header + modelText(model, { decimal: 'Decimal' }))
  const { status } = spawnSync(
    'pnpm',
    [
      'exec',
      'zen',
      'generate',
      '--schema',
      schema,
      '--output',
      folder,
      '--silent',
      '--no-version-check',
      '--no-tips',
    ],
    { cwd: library, stdio: 'inherit', env: { ...process.env, DO_NOT_TRACK: '1' } },
  )
  if (status !== 0) throw new Error(`zen generate failed for ${schema}`)
}
