import type { AuditLine } from '@rowrate/core'
import { expect, it } from 'vitest'

import { auditKey, doneOf, hasFailures } from '../src/set/done.ts'

const audit: AuditLine = {
  type: 'audit',
  engine: 'libsql',
  test: 1,
  journal: 'delete',
  operations: [],
}
const failed: AuditLine = {
  ...audit,
  failure: { kind: 'failure', code: 'OPERATION_FAILED', message: 'no field read' },
}

it('has a failed audit tried again', () => {
  expect([...doneOf([failed]).audits]).toEqual([])
  expect([...doneOf([failed, audit]).audits]).toEqual([auditKey(audit)])
})

it('counts a failed audit as a failure until it has passed', () => {
  expect(hasFailures([failed])).toBe(true)
  expect(hasFailures([failed, audit])).toBe(false)
})
