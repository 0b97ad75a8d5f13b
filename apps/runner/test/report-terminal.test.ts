import pc from 'picocolors'
import { describe, expect, it } from 'vitest'

import { summarize } from '../src/report/summary/summarize.ts'
import { renderTerminal } from '../src/report/terminal.ts'
import type { FixtureOptions } from './report-fixture.ts'
import { fixtureSet } from './report-fixture.ts'

function render(options: FixtureOptions, colors = pc.createColors(false)): string {
  const set = fixtureSet(options)
  const report = { environment: set.environment, summary: summarize(set) }
  return renderTerminal(report, { directory: 'results/local/example', colors })
}

const longest = (text: string): number => Math.max(...text.split('\n').map((line) => line.length))

const limits = { decimal: 'kept as text' }

describe('terminal report', () => {
  it('shows operations × engines with the best marked, notes, and where the set lies', () => {
    const text = render({
      engines: [
        { name: 'better-sqlite3', speed: 1, description: { limits } },
        {
          name: 'node-sqlite',
          speed: 0.8,
          description: { limits, lacks: { bulk: 'has no bulk' } },
        },
        { name: 'null', speed: 1000, description: { storage: 'none' } },
      ],
    })
    expect(text).toMatchInlineSnapshot(`
      "Test 1 (simple), default table, warm, journal delete: rows per second, median of 5 runs, higher is
          better

      operation          better-sqlite3      node-sqlite            loop
      A Insert: Single          * 4,990            3,992  20.0 µs, 0.1 %
      B Insert: Batch         * 477,145          381,716  21.0 µs, 0.1 %
      C Insert: Bulk          * 454,545            [1] –  22.0 µs, 0.1 %
      D Filter: Large          * 13,017           10,414  23.0 µs, 0.1 %
      E Filter: Small          * 11,976            9,600  24.9 µs, 0.1 %
      F Get                     * 7,407            5,938  26.9 µs, 0.1 %
      G Filter: dict           * 10,366            8,259  29.1 µs, 0.1 %
      H Filter: tuple          * 10,000            8,016  29.9 µs, 0.1 %
      I Update: Whole           * 8,806            7,045  34.0 µs, 0.1 %
      J Update: Partial         * 8,589            6,871  35.1 µs, 0.1 %
      K Delete                  * 8,317            6,667  35.9 µs, 0.1 %
      Geometric mean           * 20,976  (8 of 9) 11,433

      * best: the first, and those the runs do not separate from it.  – no figure.  loop: time of the
          empty loop, and its share of the fastest engine’s time
      [1] has no bulk

      By geometric mean better-sqlite3 is first at 20,976 rows/s.

      Limit of better-sqlite3 and node-sqlite: decimal: kept as text

      Result set: results/local/example (its README.md has the runs, intervals, verdicts and conditions)"
    `)
  })

  it('says of a single run that it can not tell engines apart', () => {
    const engines = [
      { name: 'better-sqlite3', speed: 1 },
      { name: 'node-sqlite', speed: 0.5 },
    ]
    const text = render({ engines, blocks: 1 })
    expect(text).toContain('1 run: too few to call any difference')
    expect(text).toContain('* highest')
    expect(text).toContain('Give --runs 5 to compare')
    expect(text).not.toContain('is first')
  })

  it('names all engines that the runs do not separate', () => {
    const engines = ['better-sqlite3', 'node-sqlite'].map((name) => ({ name, speed: 1 }))
    expect(render({ engines })).toContain(
      'node-sqlite and better-sqlite3 are level at about 21.0k rows/s',
    )
  })

  it('neither ranks nor praises an engine whose runs lie far apart', () => {
    const engines = [
      { name: 'better-sqlite3', speed: 1 },
      { name: 'turso', speed: 1.2, noise: 0.3 },
    ]
    expect(render({ engines })).toMatch(/≈ \d/)
    expect(render({ engines })).not.toMatch(/≈ \* \d/)
  })

  it('turns with many engines, splits, and stays within 100 columns', () => {
    const engines = Array.from({ length: 30 }, (_, index) => ({
      name: `object-mapper-${index}-driver`,
      speed: 1 + index / 10,
    }))
    const text = render({ engines, parts: [{ tests: [2] }] })
    expect(longest(text)).toBeLessThanOrEqual(100)
    for (const heading of ['A', 'K', 'mean', 'L', 'N']) {
      expect(text).toMatch(new RegExp(`^engine.* ${heading}( |$)`, 'm'))
    }
    expect(text).toContain('object-mapper-29-driver')
  })

  it('keeps long messages within 100 columns', () => {
    const description = { limits: { decimal: 'a long explanation of it '.repeat(20) } }
    const text = render({ engines: [{ name: 'better-sqlite3', speed: 1, description }] })
    expect(longest(text)).toBeLessThanOrEqual(100)
  })

  it('uses colours only when they are on', () => {
    const escape = String.fromCodePoint(27)
    const options = { engines: [{ name: 'better-sqlite3', speed: 1 }] }
    expect(render(options)).not.toContain(escape)
    expect(render(options, pc.createColors(true))).toContain(`${escape}[32m`)
  })
})
