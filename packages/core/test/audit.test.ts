import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { audit } from '../src/audit.ts'
import type { StoreHelper } from '../src/sqlite/helper.ts'
import { startStoreHelper } from '../src/sqlite/helper.ts'
import type { StoreRequest } from '../src/protocol.ts'
import { broken } from './broken-engines.ts'

let directory: string
let helper: StoreHelper

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rowrate-audit-'))
  helper = startStoreHelper()
})

afterEach(() => {
  helper.close()
  return rm(directory, { recursive: true })
})

test('audits the reading of fields of an engine with lazy entities', async () => {
  const engine = broken(() => ({}), { entities: 'lazy' })
  const options = {
    seed: 1,
    test: 1,
    table: 'large',
    iterations: 21,
    batchSize: 30,
    bulk: true,
  } as const
  const request = (each: StoreRequest) => helper.request(each)
  const { operations } = await audit({ engine, options, journal: 'delete', directory, request })
  expect(operations.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(["D'", "E'", "F'"]),
  )
})
