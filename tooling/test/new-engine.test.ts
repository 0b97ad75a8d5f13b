import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { missingMethods } from '@rowrate/core/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import template from '../src/engine-template.ts'
import { writeEngine } from '../src/new-engine.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rowrate-new-engine-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('writes a package named for its folder', async () => {
  const written = await writeEngine('some-orm', folder)
  const source = await readFile(join(written, 'src/index.ts'), 'utf8')
  expect(source).toContain(`name: 'some-orm'`)
  expect(source).not.toContain('engine-name')
  const manifest = JSON.parse(await readFile(join(written, 'package.json'), 'utf8')) as unknown
  expect(manifest).toMatchObject({ name: '@rowrate/engine-some-orm' })
})

it('refuses a name that is taken or unfit, and writes nothing', async () => {
  await writeEngine('taken', folder)
  await expect(writeEngine('taken', folder)).rejects.toThrow(/exists: choose another name/)
  await expect(writeEngine('Some ORM', folder)).rejects.toThrow(/kebab-case/)
  await expect(writeEngine('../up', folder)).rejects.toThrow(/kebab-case/)
})

it('starts from a template whose contract test lists what is left to implement', async () => {
  const problems = await missingMethods(
    { engine: template, folder: async () => join(folder, 'store') },
    2,
  )
  expect(problems).toHaveLength(16)
  expect(problems).toContain('filterByLevel is not implemented')
})
