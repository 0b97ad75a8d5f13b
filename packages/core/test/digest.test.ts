import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Column } from '../src/index.ts'
import {
  canonicalCell,
  columnsSet,
  digestOf,
  firstDifference,
  measure,
  quiesce,
} from '../src/index.ts'

const column = (type: Column['type'], nullable = false): Column => ({
  name: 'c',
  type,
  nullable,
  indexed: false,
})

describe('a canonical value', () => {
  it.each([
    ['int64', 9_007_199_254_740_993n, '16:9007199254740993'],
    ['int16', -3, '2:-3'],
    ['float64', 2.2, '16:400199999999999a'],
    ['float64', -0, '16:8000000000000000'],
    ['decimal', '2.20000000', '3:2.2'],
    ['decimal', '10.', '2:10'],
    ['datetime', new Date(5), '1:5'],
    ['json', { b: [1, null], a: 'é' }, '23:{"a":"é","b":[1,null]}'],
    ['text', 'é', '2:é'],
    ['text', '', '0:'],
    ['text', null, '-'],
  ] as const)('of type %s: %s', (type, value, text) => {
    expect(canonicalCell(column(type, true), value, 'entity')).toBe(text)
  })

  it.each([
    ['datetime', 5],
    ['json', '{"a":1}'],
    ['decimal', 2.2],
    ['int64', 2 ** 53],
    ['text', 5],
    ['text', undefined],
    ['datetime', new Date(Number.NaN)],
  ] as const)('of type %s refuses %s in an entity', (type, value) => {
    expect(() => canonicalCell(column(type), value, 'entity')).toThrow(/column c: expected/)
  })

  it('takes the forms in which databases keep dates, decimals and JSON', () => {
    const stored = (type: Column['type'], value: unknown) =>
      canonicalCell(column(type), value, 'stored')
    expect(stored('datetime', '2026-01-01 00:00:00.250')).toBe('13:1767225600250')
    expect(stored('datetime', '2026-01-01T01:00:00+01:00')).toBe('13:1767225600000')
    expect(stored('datetime', 1_767_225_600_250)).toBe('13:1767225600250')
    expect(stored('decimal', 2.2)).toBe('3:2.2')
    expect(stored('json', '{ "b": 1, "a": 2 }')).toBe('13:{"a":2,"b":1}')
  })

  it('tells different texts apart wherever the border between columns lies', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (a, b, c, d) => {
        const row = (first: string, second: string) =>
          canonicalCell(column('text'), first, 'entity') +
          canonicalCell(column('text'), second, 'entity')
        fc.pre(a !== c || b !== d)
        expect(row(a, b)).not.toBe(row(c, d))
      }),
    )
  })
})

describe('a difference of lists', () => {
  it('is told with its place', () => {
    expect(firstDifference(['a', 'b'], ['a', 'b'])).toBeUndefined()
    expect(firstDifference(['a'], ['a', 'b'])).toMatch(/1 rows, expected 2; .* at 1: got nothing/)
    expect(firstDifference(['a', 'x'], ['a'])).toMatch(/2 rows, expected 1/)
    expect(digestOf(['a', 'b'])).not.toBe(digestOf(['ab']))
  })
})

describe('an UPDATE', () => {
  it.each([
    ['UPDATE journal SET level = ? WHERE id = ?', 1],
    [
      'update "journal" set "a" = 1, "b" = coalesce(x, y), "c" = \'where, a\' where id in (1, 2)',
      3,
    ],
    ['UPDATE t SET a = CASE WHEN id = 1 THEN 2 END, b = 3 RETURNING id, a', 2],
    ['SELECT 1', undefined],
  ])('%s sets its columns', (statement, columns) => {
    expect(columnsSet(statement)).toBe(columns)
  })
})

describe('the timer', () => {
  it('gives the duration and the processor time of the body alone', async () => {
    const region = await measure('sync', () => {
      const end = performance.now() + 20
      while (performance.now() < end);
      return undefined
    })
    expect(region.durationNs).toBeGreaterThanOrEqual(20e6)
    expect(region.cpuUserUs + region.cpuSystemUs).toBeGreaterThan(1000)
  })

  it('awaits an async body', async () => {
    const region = await measure('async', async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return undefined
    })
    expect(region.durationNs).toBeGreaterThanOrEqual(19e6)
  })

  it('records the collections that happen inside', async () => {
    const region = await measure('sync', () => quiesce())
    expect(region.collections.major).toBe(2)
    expect(region.collections.pauseMs).toBeGreaterThan(0)
    const quiet = await measure('sync', () => undefined)
    expect(quiet.collections).toMatchObject({ minor: 0, major: 0 })
  })
})
