import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { entity, id, openStore, string, type ModelSync } from '../../src/index.ts'
import { modelSource } from '../../src/store/model-source.ts'

/** Bytes of the model that is passed to the library when a store is opened for the second time. */
function passedBytes(modelSync: ModelSync): number {
  const directory = mkdtempSync(join(tmpdir(), 'objectbox-model-source-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const options = { directory, modelSync, entities: [entity('Note', { id: id(), text: string() })] }
  openStore(options).close()
  return modelSource(options, directory, true).program.length
}

it.each(['always', 'cached'] as const)('passes the model at each open with %s', (modelSync) => {
  expect(passedBytes(modelSync)).toBeGreaterThan(0)
})

it('passes no model to an existing store with skip', () => {
  expect(passedBytes('skip')).toBe(0)
})
