import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { describe, expect, it } from 'vitest'

import { models, schemaStatements } from '../src/index.ts'
import { goldenSchema } from './golden-schema.ts'

describe('the schema', () => {
  it('is the golden one, which engines of other languages read', () => {
    const stored: unknown = JSON.parse(
      readFileSync(new URL('../golden/schema.json', import.meta.url), 'utf8'),
    )
    expect(goldenSchema()).toEqual(stored)
  })

  it('gives dates and decimals another type where an ORM needs one, and nothing else', () => {
    const core = schemaStatements(models[3])
    const other = schemaStatements(models[3], { datetime: 'TIMESTAMP', decimal: 'NUMERIC(12, 8)' })
    const changed = core[0]!
      .split('\n')
      .filter((line, index) => line !== other[0]!.split('\n')[index])
      .map((line) => line.trim().split(' ')[0])
    expect(changed).toEqual([
      'timestamp',
      'col_decimal1',
      'col_decimal2',
      'col_decimal3',
      'col_decimal4',
    ])
    expect(other.slice(1)).toEqual(core.slice(1))
  })

  it('defaults a date that is text to the present moment in UTC', () => {
    const db = new DatabaseSync(':memory:')
    for (const statement of schemaStatements(models[1], { datetime: 'TIMESTAMP' })) {
      db.exec(statement)
    }
    db.exec(`INSERT INTO journal (level, text) VALUES (10, 'now')`)
    const { timestamp } = db.prepare('SELECT timestamp FROM journal').get()!
    db.close()
    const age = Date.now() - Date.parse(`${String(timestamp).replace(' ', 'T')}Z`)
    expect(Math.abs(age)).toBeLessThan(5000)
  })
})
