import { describe, expect, it } from 'vitest'

import { schedule } from '../src/plan/schedule.ts'
import { planSettings, resumedSettings, settingDifferences } from '../src/plan/settings.ts'
import { studySystems } from '../src/study/plan.ts'

const plain = { entities: 'plain', lacks: {} } as const
const descriptions = Object.fromEntries(studySystems.map((name) => [name, plain]))

describe('the study’s plan', () => {
  it('runs everything once and test 1 three times, with the study’s settings and ten tasks', () => {
    const { preset, parts, canary, audit } = planSettings({ study: 'suite' }, studySystems)
    expect({ preset, canary, audit }).toEqual({ preset: 'study', canary: true, audit: true })
    expect(parts.map(({ tests, table, modes, blocks }) => [tests, table, modes, blocks])).toEqual([
      [[1], 'default', ['cold', 'warm'], 3],
      [[2, 3], 'default', ['cold', 'warm'], 1],
      [[1, 2, 3], 'large', ['cold'], 1],
      [[1, 2, 3], 'large', ['warm'], 1],
    ])
    for (const { study } of parts) {
      expect(study).toEqual({ settings: 'study', asyncTasks: 10, oneProcess: true })
    }
  })

  it('measures only what has published figures', () => {
    const rounds = schedule(
      planSettings({ study: 'quick', mode: ['cold'] }, ['django']),
      descriptions,
    )
    expect(rounds.map(({ operation }) => operation).join('')).toBe('ABCDEFIJK')
    // The operations before still name all that the store has seen.
    expect(rounds.at(-1)!.tasks[0]).toMatchObject({ last: true })
  })

  it('is narrowed by the other options', () => {
    const { parts } = planSettings(
      { study: 'suite', test: [1], mode: ['cold'], runs: 2, asyncTasks: 1 },
      studySystems,
    )
    expect(parts.map(({ table, modes, blocks }) => [table, modes, blocks])).toEqual([
      ['default', ['cold'], 2],
      ['large', ['cold'], 2],
    ])
    expect(parts[0]!.study).toEqual({ settings: 'study', asyncTasks: 1, oneProcess: true })
    expect(() => planSettings({ study: 'quick', test: [3] }, studySystems)).toThrow(
      'the study runs nothing of that',
    )
  })
})

describe('the experiments’ plan', () => {
  const plan = planSettings({ study: 'experiments' }, studySystems)

  it('lets the two variants of an experiment take turns, block by block', () => {
    const deletes = schedule(plan, descriptions)
      .filter(({ part, test }) => part.engines?.join() === 'sqlalchemy' && test === 2)
      .filter(({ part }) => part.table === 'default')
    expect(deletes.map(({ block, part }) => `${block} ${part.variant}`).slice(0, 4)).toEqual([
      '1 no parent index',
      '1 parent index',
      '2 no parent index',
      '2 parent index',
    ])
  })

  it('takes the engines that it needs, and those of a filter alone', () => {
    expect(plan.engines).toContain('sqlobject')
    const narrowed = planSettings({ study: 'experiments' }, ['objectbox-python'])
    expect(narrowed.engines).toEqual(['objectbox-python'])
    expect(new Set(narrowed.parts.map(({ variant }) => variant))).toEqual(
      new Set(['batches as usual', 'batches of 100', 'own syncs', 'slow syncs']),
    )
  })

  it('keeps variants apart in every key', () => {
    const keys = schedule(plan, descriptions).flatMap(({ tasks }) => tasks.map(({ key }) => key))
    expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length)
  })
})

describe('the plan for another Python', () => {
  it('runs every system in both, in turns', () => {
    const plan = planSettings({ study: 'python', python: '3.14.6' }, studySystems)
    expect(plan).toMatchObject({ preset: 'experiments', engines: [...studySystems], audit: false })
    const gets = schedule(plan, descriptions).filter(({ operation }) => operation === 'F')
    expect(gets.map(({ block, part }) => [block, part.variant, part.python])).toEqual(
      [1, 2, 3].flatMap((block) => [
        [block, 'own Python', undefined],
        [block, 'Python 3.14.6', '3.14.6'],
      ]),
    )
  })
})

describe('a set that is gone on with', () => {
  const recorded = planSettings({ filter: ['django'], settings: 'study', asyncTasks: 10 }, [
    'django',
  ])
  const differences = (choice: Parameters<typeof resumedSettings>[1]) =>
    settingDifferences(recorded, resumedSettings(recorded, choice, ['django']))

  it('keeps its settings and tasks, and takes no others', () => {
    expect(differences({})).toEqual([])
    expect(differences({ settings: 'study', asyncTasks: 10 })).toEqual([])
    expect(differences({ settings: 'study', asyncTasks: 2 })[0]).toContain('asyncTasks=10')
    expect(differences({ mode: ['cold', 'warm'] })[0]).toContain('settings=study')
  })

  it('goes on with a narrowed study without the options that narrowed it', () => {
    const study = planSettings({ study: 'suite', test: [1] }, studySystems)
    const resumed = resumedSettings(study, { study: 'suite' }, studySystems)
    expect(settingDifferences(study, resumed)).toEqual([])
    const other = resumedSettings(study, { study: 'experiments' }, studySystems)
    expect(settingDifferences(study, other)).toEqual([
      `preset is 'study' in the set, not 'experiments'`,
    ])
  })
})
