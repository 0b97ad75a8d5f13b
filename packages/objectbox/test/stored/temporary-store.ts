import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openStore, type AnyEntity, type Store, type StoreOptions } from '../../src/index.ts'

/** A fresh directory that is gone after the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'obx-test-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** A store in a fresh directory that is closed and gone after the test. */
export function temporaryStore(
  entities: readonly AnyEntity[],
  options: Partial<StoreOptions> = {},
): Store {
  const store = openStore({ directory: temporaryDirectory(), entities, ...options })
  onTestFinished(() => store.close())
  return store
}
