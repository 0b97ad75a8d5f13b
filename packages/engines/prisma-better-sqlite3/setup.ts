import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { models } from '@rowrate/core'

import { modelText } from './src/schema.ts'

/* Writes a Prisma schema for each model of core and generates its client, each in a folder of its own under library/generated. */

const header = (folder: string): string => `generator client {
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
`

const library = join(import.meta.dirname, 'library')
mkdirSync(join(library, 'generated'), { recursive: true })

for (const model of Object.values(models)) {
  const schema = join(library, 'generated', `${model.name}.prisma`)
  writeFileSync(schema, header(model.name) + modelText(model))
  const { status } = spawnSync('pnpm', ['exec', 'prisma', 'generate', '--schema', schema], {
    cwd: library,
    stdio: 'inherit',
    env: {
      ...process.env,
      // Generating needs no schema engine, only a path that exists; else it would download one.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      CHECKPOINT_DISABLE: '1',
    },
  })
  if (status !== 0) throw new Error(`prisma generate failed for ${schema}`)
}
