import type { AuditLine } from '@rowrate/core'
import { describe, expect, it } from 'vitest'

import { renderDetails, renderReadme } from '../src/report/readme/readme.ts'
import type { ResultSet } from '../src/report/read-result-set.ts'
import { summarize } from '../src/report/summary/summarize.ts'
import { fixtureSet } from './report-fixture.ts'

const engines = [
  { name: 'better-sqlite3', speed: 1 },
  { name: 'node-sqlite', speed: 0.8 },
]

const reportOf = (set: ResultSet) => ({ environment: set.environment, summary: summarize(set) })
const readmeOf = (set: ResultSet) => renderReadme(reportOf(set))

/** The lines from the one that contains `start` to the next blank one. */
function block(text: string, start: string): string {
  const from = text.indexOf(start)
  if (from === -1) throw new Error(`the text has no ${start}`)
  const begin = text.lastIndexOf('\n', from) + 1
  return text.slice(begin, text.indexOf('\n\n', from))
}

describe('README of a result set', () => {
  const full = fixtureSet({
    engines,
    twin: 'better-sqlite3',
    parts: [{ modes: ['cold', 'warm'] }, { modes: ['hot'], blocks: 1 }],
  })
  const text = readmeOf(full)

  it('answers first, then shows the table with the best in bold', () => {
    expect(block(text, '| operation | better')).toMatchInlineSnapshot(`
      "| operation | better-sqlite3 | node-sqlite |
      | --- | ---: | ---: |
      | A Insert: Single | **3,838** | 3,071 |
      | B Insert: Batch | **367,034** | 293,628 |
      | C Insert: Bulk | **349,650** | 279,720 |
      | D Filter: Large | **10,013** | 8,011 |
      | E Filter: Small | **9,212** | 7,385 |
      | F Get | **5,698** | 4,568 |
      | G Filter: dict | **7,974** | 6,353 |
      | H Filter: tuple | **7,692** | 6,166 |
      | I Update: Whole | **6,774** | 5,419 |
      | J Update: Partial | **6,607** | 5,285 |
      | K Delete | **6,397** | 5,128 |
      | Geometric mean | **16,135** | 12,917 |"
    `)
  })

  it('gives rank groups with the noise floor and the smallest difference called', () => {
    expect(block(text, 'rank groups').split('\n').slice(0, 3).join('\n')).toMatchInlineSnapshot(`
      "|  | rank groups | A/A noise floor | smallest difference called |
      | --- | --- | ---: | ---: |
      | A | 1: better-sqlite3 · 2: node-sqlite | 1.6 % | 3.0 % |"
    `)
  })

  it('gives the five runs with min–max and its confidence', () => {
    expect(block(text, 'by block').split('\n').slice(0, 4).join('\n')).toMatchInlineSnapshot(`
      "|  | engine | by block | median | min–max (93.75 %) | ± |
      | --- | --- | --- | ---: | ---: | ---: |
      | A | better-sqlite3 | 3.83k 3.86k 3.81k 3.84k 3.87k | 3,838 | 3,808–3,869 | 0.8 % |
      | A | node-sqlite | 3.05k 3.07k 3.10k 3.05k 3.08k | 3,071 | 3,046–3,095 | 0.8 % |"
    `)
  })

  it('gives paired ratios with interval, agreement and verdict', () => {
    expect(block(text, 'p (Holm)').split('\n').slice(0, 3).join('\n')).toMatchInlineSnapshot(`
      "|  | pair | ratio | 95 % interval | blocks | p (Holm) | verdict |
      | --- | --- | ---: | ---: | ---: | ---: | ---: |
      | A | node-sqlite ÷ better-sqlite3 (neighbours) | 1/1.26 | 1/1.27 to 1/1.24 | 5/5 agree | < 0.001 | slower |"
    `)
  })

  it('gives times, commits, collections and statements', () => {
    expect(block(text, 'commit-bound').split('\n').slice(0, 3).join('\n')).toMatchInlineSnapshot(`
      "|  | engine | time | syncs | commit-bound | collections | statements | columns per UPDATE |
      | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
      | A | better-sqlite3 | 26.1 ms | 400 | 61 % | 2, 1.3 ms, 5.0 % | 25 / 25 | – |"
    `)
  })

  it('shows cold, warm and hot as one curve', () => {
    const curve = block(text, '| cold → warm → hot').split('\n')[2]
    expect(curve?.split(' | ').slice(0, 2).join(' | ')).toMatchInlineSnapshot(
      `"| better-sqlite3 | 3.84k → 4.99k (1.30x) → 5.53k (1.11x)"`,
    )
  })

  it('keeps published figures in a section of their own, named as another machine’s', () => {
    const own = text.slice(0, text.indexOf('## Published figures'))
    expect(own).not.toContain('peewee')
    expect(text).toContain('## Published figures: another machine’s')
    expect(text).toContain('AMD Ryzen 9 5950X')
    expect(block(text, '| SQLObject | 54.0')).toContain('| SQLObject | 54.0 | 14,632 | – | 83,199')
  })

  it('says what a power cut may cost in journal mode delete, and not of WAL alone', () => {
    expect(text).toContain('may lose the last acknowledged transaction at a power cut')
    const wal = readmeOf(fixtureSet({ engines, parts: [{ journal: 'wal' }] }))
    expect(wal).not.toContain('may lose the last')
  })

  it('gives no interval, verdict or rank group under 3 runs, and says so', () => {
    const single = readmeOf(fixtureSet({ engines, blocks: 2 }))
    expect(single).toContain('Under 3 runs there is no interval, no verdict and no rank group.')
    expect(single).not.toMatch(/rank groups \||p \(Holm\)|93\.75/)
  })

  it('warns of a data directory in memory', () => {
    const storage = { ...full.environment.storage, fileSystem: 'tmpfs' }
    const memory = { ...full, environment: { ...full.environment, storage } }
    expect(readmeOf(memory)).toContain('**Warning:** The data directory is on tmpfs')
    expect(text).not.toContain('tmpfs')
  })

  it('says what engines lack and why others could not take part', () => {
    const lacking = {
      name: 'objectbox',
      speed: 2,
      description: { lacks: { tuples: 'whole objects' } },
    }
    const set = fixtureSet({ engines: [...engines, lacking] })
    const missing = readmeOf({ ...set, unavailable: new Map([['turso', 'no *binary*']]) })
    expect(missing).toContain('- objectbox: no tuples: whole objects')
    expect(missing).toMatch(/\| H Filter: tuple \|.*\| –<sup>1<\/sup> \|/)
  })

  it('keeps text from outside from becoming Markdown', () => {
    const set = fixtureSet({
      engines,
      edit: (sample) =>
        sample.status === 'ok' && sample.operation === 'D' && sample.engine === 'node-sqlite'
          ? { ...sample, rejected: 'a | b\n# <b>' }
          : sample,
    })
    expect(readmeOf(set)).toContain(String.raw`a \| b # \<b\>`)
  })

  it('tells where leaving out an operation changes ranks', () => {
    const set = fixtureSet({
      engines: [...engines, { name: 'libsql', speed: 0.79 }],
      edit: (sample) => {
        if (sample.status !== 'ok' || sample.engine !== 'libsql' || sample.operation !== 'A') {
          return sample
        }
        const regions = sample.measurement.regions.map((region) => ({
          ...region,
          durationNs: Math.round(region.durationNs / 4),
        }))
        return { ...sample, measurement: { ...sample.measurement, regions } }
      },
    })
    expect(readmeOf(set)).toMatch(/Rank changes if operation A is left out: .*libsql from 2 to 3/)
  })

  it('prints a dash where statements were not counted', () => {
    const audits: AuditLine[] = []
    expect(block(readmeOf({ ...full, audits }), 'commit-bound')).toMatch(/\| – \| – \|$/m)
  })

  it('moves the tables of single runs into files of their own where asked', () => {
    const report = reportOf(full)
    const linked = renderReadme(report, 'linked')
    const details = renderDetails(report)
    expect(linked).not.toContain('by block')
    for (const [path, body] of details) {
      expect(linked).toContain(`(${path})`)
      expect(body).toContain('by block')
    }
    expect([...details.keys()]).toHaveLength(3)
  })
})
