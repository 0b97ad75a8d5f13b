import { describe, expect, it } from 'vitest'

import {
  planSettings,
  presetOf,
  resumedSettings,
  settingDifferences,
} from '../src/plan/settings.ts'

const drivers = ['better-sqlite3', 'node-sqlite']

describe('planSettings', () => {
  it('runs test 1 cold and warm in one block, without canary, audit and twin, where nothing is asked for', () => {
    expect(planSettings({}, drivers)).toEqual({
      preset: 'quick',
      engines: drivers,
      parts: [
        { tests: [1], table: 'default', modes: ['cold', 'warm'], journal: 'delete', blocks: 1 },
      ],
      canary: false,
      audit: false,
      workload: { seed: 20_260_101, iterations: 100, batchSize: 10_000 },
    })
  })

  it('stays quick where only the workload is changed', () => {
    expect(presetOf({ seed: 7, iterations: 50, batchSize: 60 })).toBe('quick')
    expect(planSettings({ seed: 7 }, drivers).workload.seed).toBe(7)
  })

  it('takes canary and audit, and no twin, with any selection', () => {
    const { preset, canary, audit, twin } = planSettings({ filter: ['node-sqlite'] }, drivers)
    expect({ preset, canary, audit, twin }).toEqual({
      preset: 'selection',
      canary: true,
      audit: true,
      twin: undefined,
    })
  })

  it('puts tests and modes into the order in which they run, whatever the order given', () => {
    const { parts } = planSettings({ test: [3, 1], mode: ['hot', 'cold'], runs: 4 }, drivers)
    expect(parts).toEqual([
      { tests: [1, 3], table: 'default', modes: ['cold', 'hot'], journal: 'delete', blocks: 4 },
    ])
  })

  it('adds the large table, or takes it alone', () => {
    const tablesOf = (large: true | 'only') =>
      planSettings({ large }, drivers).parts.map(({ table }) => table)
    expect(tablesOf(true)).toEqual(['default', 'large'])
    expect(tablesOf('only')).toEqual(['large'])
  })

  it('gives --full its four parts and a twin of the reference engine', () => {
    const plan = planSettings({ full: true }, ['memory', ...drivers])
    expect(plan.twin).toBe('better-sqlite3')
    expect(plan.parts).toEqual([
      { tests: [1, 2, 3], table: 'default', modes: ['cold', 'warm'], journal: 'delete', blocks: 5 },
      { tests: [1], table: 'large', modes: ['cold'], journal: 'delete', blocks: 3 },
      { tests: [1], table: 'default', modes: ['hot'], journal: 'delete', blocks: 1 },
      { tests: [1], table: 'default', modes: ['cold'], journal: 'wal', blocks: 3 },
    ])
  })

  it('twins the first engine where the reference engine is not selected', () => {
    expect(planSettings({ full: true }, ['node-sqlite', 'memory']).twin).toBe('node-sqlite')
  })

  it('lets options narrow --full and never widen it', () => {
    const { parts } = planSettings({ full: true, test: [1], mode: ['cold'], runs: 4 }, drivers)
    expect(parts).toEqual([
      { tests: [1], table: 'default', modes: ['cold'], journal: 'delete', blocks: 4 },
      { tests: [1], table: 'large', modes: ['cold'], journal: 'delete', blocks: 3 },
      { tests: [1], table: 'default', modes: ['cold'], journal: 'wal', blocks: 3 },
    ])
  })

  it('refuses options that leave nothing of --full', () => {
    expect(() => planSettings({ full: true, test: [2], mode: ['hot'] }, drivers)).toThrow(
      '--full runs nothing of that',
    )
  })
})

describe('resumedSettings', () => {
  const recorded = planSettings({ filter: drivers, test: [2], seed: 5, runs: 3 }, drivers)
  const differences = (choice: Parameters<typeof resumedSettings>[1], engines = drivers) =>
    settingDifferences(recorded, resumedSettings(recorded, choice, engines))

  it('differs in nothing where no option is given', () => {
    expect(differences({})).toEqual([])
  })

  it('differs in nothing where the options of the set are repeated, all or some', () => {
    expect(differences({ filter: drivers, test: [2], seed: 5, runs: 3 })).toEqual([])
    expect(differences({ seed: 5 })).toEqual([])
  })

  it('names what differs', () => {
    expect(differences({ seed: 6 })).toEqual([`seed is '5' in the set, not '6'`])
    expect(differences({ test: [2], runs: 5 })).toEqual([
      `plan is 'test 2 default cold,warm delete 3 runs' in the set, not 'test 2 default cold,warm delete 5 runs'`,
    ])
    expect(differences({ filter: ['memory'] }, ['memory'])).toEqual([
      `engines is 'better-sqlite3,node-sqlite' in the set, not 'memory'`,
    ])
  })
})
