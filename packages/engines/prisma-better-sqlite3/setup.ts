import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Column, ColumnType, Model } from '@rowrate/core'
import { models } from '@rowrate/core'

/* Writes a Prisma schema for each model of core and generates its client, each in a folder of its own under library/generated. */

const typeOf: Record<ColumnType, string> = {
  id: 'Int',
  datetime: 'DateTime',
  int16: 'Int',
  int32: 'Int',
  int64: 'BigInt',
  float64: 'Float',
  char: 'String',
  string: 'String',
  text: 'String',
  decimal: 'String',
  json: 'Json',
  reference: 'Int',
}

const fieldLine = ({ name, type, nullable }: Column): string =>
  type === 'id'
    ? `${name} Int @id @default(autoincrement())`
    : `${name} ${typeOf[type]}${nullable ? '?' : ''}`

const relationLines = [
  'parent Journal? @relation("parent", fields: [parent_id], references: [id], onDelete: SetNull)',
  'children Journal[] @relation("parent")',
  'related JournalRelated[] @relation("from")',
  'relatedFrom JournalRelated[] @relation("to")',
]

const joinModel = `
model JournalRelated {
  journal_id Int
  related_id Int
  from Journal @relation("from", fields: [journal_id], references: [id], onDelete: Cascade)
  to Journal @relation("to", fields: [related_id], references: [id], onDelete: Cascade)
  @@id([journal_id, related_id])
  @@index([related_id])
  @@map("journal_related")
}
`

function schemaOf({ name: folder, columns, table, relations }: Model): string {
  const indexes = columns.filter(({ indexed }) => indexed).map(({ name }) => `@@index([${name}])`)
  const lines = [
    ...columns.map(fieldLine),
    ...(relations ? relationLines : []),
    ...indexes,
    `@@map("${table}")`,
  ]
  return `generator client {
  provider               = "prisma-client"
  output                 = "./${folder}"
  runtime                = "nodejs"
  moduleFormat           = "esm"
  generatedFileExtension = "ts"
  importFileExtension    = "ts"
}

datasource db {
  provider = "sqlite"
}

model Journal {
  ${lines.join('\n  ')}
}
${relations ? joinModel : ''}`
}

const library = join(import.meta.dirname, 'library')
mkdirSync(join(library, 'generated'), { recursive: true })

for (const model of Object.values(models)) {
  const schema = join(library, 'generated', `${model.name}.prisma`)
  writeFileSync(schema, schemaOf(model))
  const { status } = spawnSync('pnpm', ['exec', 'prisma', 'generate', '--schema', schema], {
    cwd: library,
    stdio: 'inherit',
    // Generating needs no schema engine, only a path that exists; else it would download one.
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
    },
  })
  if (status !== 0) throw new Error(`prisma generate failed for ${schema}`)
}
