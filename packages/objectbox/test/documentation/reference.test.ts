import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runNode } from './run-node.ts'

test('the API reference is generated from the docstrings', () => {
  const directory = mkdtempSync(join(tmpdir(), 'obx-reference-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  runNode(['node_modules/typedoc/bin/typedoc', '--out', directory, '--logLevel', 'Error'])
  const page = (path: string): string => readFileSync(join(directory, path), 'utf8')
  expect(page('README.md')).toContain('[openStore](functions/openStore.md)')
  expect(page('functions/int64.md')).toContain('exact up to 2^53 - 1 and an error beyond')
  expect(page('interfaces/Property.md')).toContain('No two objects may have the same value')
  expect(page('interfaces/TextField.md')).toContain('startsWith')
})
