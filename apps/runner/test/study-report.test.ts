import type { OperationCode, Sample } from '@rowrate/core'
import { median } from 'simple-statistics'
import { describe, expect, it } from 'vitest'

import type { ResultSet } from '../src/report/read-result-set.ts'
import { readResultSet } from '../src/report/read-result-set.ts'
import { renderResultSet } from '../src/report/index.ts'
import { renderReadme } from '../src/report/readme/readme.ts'
import { summarize } from '../src/report/summary/summarize.ts'
import { shareOfPenalty } from '../src/study/experiments/async-tasks.ts'
import { publishedFigures } from '../src/study/figures.ts'
import {
  batchVariants,
  parentIndexVariants,
  pythonVariants,
  syncVariants,
  taskVariants,
} from '../src/study/plan.ts'
import { studySections } from '../src/study/report.ts'
import type { Section } from '../src/study/section.ts'
import type { FixtureOptions } from './report-fixture.ts'
import { fixtureSet } from './report-fixture.ts'
import { writeSet } from './report-folder.ts'

type Preset = ResultSet['environment']['plan']['preset']

function setOf(preset: Preset, options: FixtureOptions): ResultSet {
  const set = fixtureSet(options)
  const { environment } = set
  return { ...set, environment: { ...environment, plan: { ...environment.plan, preset } } }
}

const sectionsOf = (set: ResultSet) => studySections(set, summarize(set))

const engines = ['objectbox-python', 'django', 'peewee', 'sqlobject'].map((name) => ({
  name,
  speed: 1,
  description: {
    runtime: 'python 3.11.7',
    ...(name === 'sqlobject' && { lacks: { bulk: 'none' } }),
  },
}))

/** Makes a sample take as long as the published speed says, times a factor. */
function asPublished(sample: Sample, factorOf: (engine: string, code: OperationCode) => number) {
  if (sample.status !== 'ok') return sample
  const { engine, operation, measurement } = sample
  const published = publishedFigures.operation(engine, sample, operation)
  if (!published) return null
  const seconds = measurement.rows / published.median / factorOf(engine, operation)
  const durationNs = Math.round(seconds * 1e9)
  const regions = measurement.regions.map((region) => ({ ...region, durationNs }))
  return { ...sample, measurement: { ...measurement, regions } }
}

const studySet = (factorOf: (engine: string, code: OperationCode) => number = () => 1) =>
  setOf('study', {
    engines,
    parts: [{ modes: ['cold'] }],
    blocks: 1,
    edit: (sample) => asPublished(sample, factorOf),
  })

describe('a study’s report', () => {
  it('gives a ratio of ratios of 1 and full agreement where all is as published, on whatever machine', () => {
    const [means, operations, agreement] = sectionsOf(studySet(() => 1 / 3))
    const rows = means!.tables[0]!.rows
    expect(rows.map(([name]) => name)).toEqual([
      'objectbox-python',
      'django',
      'peewee',
      'sqlobject',
    ])
    expect(rows.map((row) => row.at(-1))).toEqual(['1.00', '1.00', '1.00', '1.00'])
    expect(rows[1]).toEqual(['django', '3.30k', '9.89k', '0.15', '0.15', '1.00'])
    expect(operations!.tables[0]!.rows[3]).toEqual(
      'sqlobject 1.00 1.00 – 1.00 1.00 1.00 1.00 1.00 1.00'.split(' '),
    )
    expect(new Set(agreement!.tables[0]!.rows.map((row) => row[1]))).toEqual(
      new Set(['1.00 (4)', '1.00 (3)']),
    )
  })

  it('shows who stands better and where the order is another', () => {
    const set = studySet((engine, code) => (engine === 'django' && code === 'F' ? 4 : 1))
    const [, operations, agreement] = sectionsOf(set)
    expect(operations!.tables[0]!.rows[1]![6]).toBe('4.00')
    expect(operations!.lines[0]).toMatch(/^Farthest from the published: cold 1 F django 4\.00; /)
    // Django passes peewee and SQLObject: 2 of 6 pairs turn.
    expect(agreement!.tables[0]!.rows.find(([code]) => code === 'F')).toEqual(['F', '0.33 (4)'])
  })

  it('takes no geometric mean over fewer operations than the study', () => {
    const set = setOf('study', {
      engines,
      parts: [{ modes: ['cold'] }],
      blocks: 1,
      edit: (sample) =>
        sample.engine === 'django' && sample.operation === 'K'
          ? null
          : asPublished(sample, () => 1),
    })
    expect(sectionsOf(set)[0]!.tables[0]!.rows.map(([name]) => name)).not.toContain('django')
  })

  it('judges the claims and names what differs', () => {
    const sections = sectionsOf(studySet())
    const [claims, differences] = sections.slice(-2)
    expect(claims!.lines[0]).toBe(
      'reproduced: Insert: Bulk / Insert: Batch, SQL systems, cold: published 2 to 5, here 3.90 to 5.06; 2 of 2 inside, the study has 27 (test 1 peewee 3.90; test 1 django 5.06)',
    )
    expect(claims!.lines.at(-1)).toContain(
      'what they compare was not measured: ObjectBox geometric mean',
    )
    const rows = Object.fromEntries(
      differences!.tables[0]!.rows.map(([what, ...rest]) => [what, rest]),
    )
    expect(rows['Python']).toEqual(['3.11.7', '3.14.6'])
    expect(rows['SQLite']).toEqual(['3.53.4', '3.53.1'])
    expect(rows['durable commit']).toEqual(['500 µs in place, 900 µs growing', 'about 8 ms'])
  })

  it('is drawn on the terminal and in the README of a stored set, and of no other set', async () => {
    const directory = await writeSet(studySet())
    const { terminal } = await renderResultSet(directory)
    expect(terminal).toContain('Rank agreement with the study')
    expect((await readResultSet(directory)).environment.plan.preset).toBe('study')
    expect(sectionsOf(setOf('selection', { engines }))).toEqual([])
  })
})

/** Every sample of an engine in a variant is so many times as fast. */
const paced = (factors: Readonly<Record<string, number>>) => (sample: Sample) => {
  if (sample.status !== 'ok') return sample
  const factor = factors[`${sample.engine} ${sample.variant}`] ?? 1
  const { measurement } = sample
  const regions = measurement.regions.map((region) => ({
    ...region,
    durationNs: region.durationNs / factor,
    cpuUserUs: region.cpuUserUs / 4,
  }))
  return { ...sample, measurement: { ...measurement, regions } }
}

const experiment = (variants: readonly string[], names: string[], factors = {}) =>
  setOf('experiments', {
    engines: names.map((name) => ({ name, speed: 1, noise: 0 })),
    parts: variants.map((variant) => ({ modes: ['cold'], variant, engines: names })),
    blocks: 3,
    edit: paced(factors),
  })

const rowsOf = (set: ResultSet) => sectionsOf(set)[0]!.tables[0]!.rows

describe('a set with the study’s settings', () => {
  it('says so, and that async systems ran several tasks', () => {
    const study = { settings: 'study', asyncTasks: 10 } as const
    const set = setOf('selection', { engines, parts: [{ study }] })
    const readme = renderReadme({ environment: set.environment, summary: summarize(set) })
    expect(readme).toContain('Settings of the published study: journal mode, foreign keys')
    expect(readme).toContain('ran up to 10 tasks at a time')
    expect(readme).toContain('5 blocks; settings study; asyncTasks 10')
  })
})

describe('the experiments’ report', () => {
  it('compares the variants of an experiment in their blocks', () => {
    const { without, with: indexed } = parentIndexVariants
    const set = experiment([without, indexed], ['sqlalchemy'], { [`sqlalchemy ${indexed}`]: 3 })
    expect(rowsOf(set)[0]).toEqual([
      'test 1, default table',
      '6.41k',
      '19.2k',
      '3.00 (3.00 to 3.00)',
      '10.0k',
    ])
  })

  it('tells waiting from work, and projects a batch of 100 to the study’s commit', () => {
    const set = experiment(Object.values(batchVariants), ['objectbox-python'])
    const [growth, batches] = sectionsOf(set)
    expect(growth!.tables[0]!.rows[0]!.at(-1)).toBe('75 % / 75 %')
    const [, , , ratio, waiting, projected] = batches!.tables[0]!.rows[0]!
    expect(ratio).toBe('1.00 (1.00 to 1.00)')
    expect(waiting).toBe('20.5 ms, 75 %')
    // 10,000 rows of the fixture in 6.8 ms of processor time and 8 ms of commit.
    expect(projected).toBe('675k, 54 %')
    expect(batches!.lines).toEqual([
      'Waiting is 75 % of a batch of 100 here; with a commit of 8 ms it would be 53 % to 54 %, more than half in 2 of 2: there such batches compare disks.',
    ])
    expect(growth!.lines[0]).toContain('The grown file is 1.00 times as fast here')
  })

  it('says how much of the async penalty is gone with one task', () => {
    const names = ['sqlalchemy', 'sqlalchemy-async']
    const set = experiment(Object.values(taskVariants), names, {
      [`sqlalchemy-async ${taskVariants.one}`]: 1 / 3,
      [`sqlalchemy-async ${taskVariants.ten}`]: 1 / 11,
    })
    // Ten tasks take 10 times the sync time beyond it, one task 2 times: 80 % are gone.
    expect(rowsOf(set)[0]!.at(-1)).toBe('80 %')
    expect(rowsOf(set)[0]![4]).toBe('3.67 (3.67 to 3.67)')
    expect(shareOfPenalty({ sync: 1, one: 5, ten: 4 })).toBe(0)
    expect(shareOfPenalty({ sync: 4, one: 2, ten: 3 })).toBeNull()
    expect(sectionsOf(set)[0]!.lines).toEqual([
      'In updates and deletes ten tasks take 3.67 times as long as one; of the penalty 80 % is gone with one. They wait 98 % of the time, one task 92 %.',
    ])
  })

  it('compares one process for all operations with a process for each', () => {
    const set = experiment(Object.values(taskVariants), ['piccolo'], {
      [`piccolo ${taskVariants.shared}`]: 2,
    })
    const section = sectionsOf(set).find(({ title }) => title.includes('in one for all'))!
    expect(section.tables[0]!.rows[0]!.at(-1)).toBe('2.00 (2.00 to 2.00)')
    expect(section.lines).toEqual([
      'One process for all operations is 2.00 times as fast as a process for each.',
    ])
  })

  it('compares both kinds of syncs with the published speeds', () => {
    const names = ['objectbox-python', 'django']
    const set = experiment(Object.values(syncVariants), names, {
      [`objectbox-python ${syncVariants.slow}`]: 1 / 2,
    })
    const [{ tables, lines }] = sectionsOf(set) as [Section]
    const [own, slow, theirs, ...ratios] = tables[0]!.rows[0]!.slice(1).map(Number.parseFloat)
    expect(tables[0]!.rows.map(([name]) => name)).toContain('K django')
    expect(own! / slow!).toBeCloseTo(2, 1)
    expect(theirs).toBe(246)
    expect(ratios[0]! / ratios[1]!).toBeCloseTo(2, 1)
    // Both systems of the fixture are equally fast, and one half as fast with slow syncs.
    expect(lines[1]).toMatch(
      /ObjectBox ÷ the fastest SQL system: published 3\.84, own 1\.00, slow 0\.50\.$/,
    )
  })

  it('compares both Pythons with the published speeds', () => {
    const names = ['objectbox-python', 'django']
    const other = pythonVariants.other('3.14.6')
    const set = setOf('experiments', {
      engines: names.map((name) => ({
        name,
        speed: 1,
        noise: 0,
        description: { runtime: 'python 3.11.7' },
      })),
      parts: [
        { modes: ['cold'], variant: pythonVariants.own },
        { modes: ['cold'], variant: other, python: '3.14.6' },
      ],
      blocks: 3,
      edit: paced({ [`django ${other}`]: 2 }),
    })
    const [{ intro, tables, lines }, differences] = sectionsOf(set) as [Section, Section]
    expect(intro).toContain(
      'The own Python is 3.11.7, with SQLite 3.53.4; Python 3.14.6 has SQLite',
    )
    expect(tables[0]!.rows.find(([name]) => name === 'F django')).toEqual(
      expect.arrayContaining(['2.00 (2.00 to 2.00)', '7.35k']),
    )
    const change = 'SQL systems 2.00 (2.00 to 2.00), ObjectBox 1.00 (1.00 to 1.00) times as fast'
    expect(lines.slice(-2)).toEqual([
      `Get: ${change} in Python 3.14.6; ObjectBox ÷ the fastest SQL system: published 20.9, in the own Python 1.00, in 3.14.6 0.50.`,
      `All five operations: ${change} in Python 3.14.6.`,
    ])
    const rows = Object.fromEntries(differences.tables[0]!.rows.map(([what, here]) => [what, here]))
    expect(rows['Python']).toBe('3.11.7, 3.14.6')
  })

  it('shows in a slice only the engines that its part has', () => {
    const set = experiment(Object.values(taskVariants), ['piccolo', 'ormar'])
    const { parts } = set.environment.plan
    const narrowed: ResultSet = {
      ...set,
      environment: {
        ...set.environment,
        plan: {
          ...set.environment.plan,
          parts: parts.map((part) => ({ ...part, engines: ['ormar'] })),
        },
      },
      samples: set.samples.filter(({ engine }) => engine === 'ormar'),
    }
    const summary = summarize(narrowed)
    expect(summary.slices[0]!.operations.flatMap(({ missing }) => missing)).toEqual([])
    expect(summary.conditions.isComplete).toBe(true)
    expect(median(summary.slices.map(({ blocks }) => blocks))).toBe(3)
  })
})
