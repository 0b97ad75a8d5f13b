import type { PlanSettings } from '@rowrate/core'
import { describe, expect, it } from 'vitest'

import type { Round } from '../src/plan/schedule.ts'
import { schedule } from '../src/plan/schedule.ts'
import { planSettings } from '../src/plan/settings.ts'

const plain = { entities: 'plain', lacks: {} } as const
const lazy = { entities: 'lazy', lacks: {} } as const
const bulkless = { entities: 'plain', lacks: { bulk: 'no such API' } } as const

const entryOf = ({ engine, twin }: { engine: string; twin: boolean }) =>
  twin ? `${engine}²` : engine

/** One text per round: `block test mode operation: engines`. */
const textOf = ({ block, test, operation, tasks, part }: Round) =>
  `${block} t${test} ${part.table} ${tasks[0]!.key.mode} ${operation}: ${tasks
    .map(({ key }) => entryOf(key))
    .join(' ')}`

const plan = (
  parts: Partial<PlanSettings['parts'][number]>[],
  engines: string[],
  twin?: string,
) => ({
  ...planSettings({ filter: engines, seed: 1 }, engines),
  ...(twin !== undefined && { twin }),
  parts: parts.map((part) => ({
    tests: [1] as [1],
    table: 'default' as const,
    modes: ['cold' as const],
    journal: 'delete' as const,
    blocks: 1,
    ...part,
  })),
})

describe('schedule', () => {
  it('goes operation by operation, all engines back to back', () => {
    const rounds = schedule(plan([{}], ['a', 'b']), { a: plain, b: plain })
    expect(rounds.map(textOf)).toMatchInlineSnapshot(`
      [
        "1 t1 default cold A: a b",
        "1 t1 default cold B: a b",
        "1 t1 default cold C: a b",
        "1 t1 default cold D: a b",
        "1 t1 default cold E: a b",
        "1 t1 default cold F: a b",
        "1 t1 default cold G: a b",
        "1 t1 default cold H: a b",
        "1 t1 default cold I: a b",
        "1 t1 default cold J: a b",
        "1 t1 default cold K: a b",
      ]
    `)
  })

  it('goes block by block through all parts, each engine order rotated', () => {
    const rounds = schedule(plan([{ blocks: 3 }, { table: 'large' }], ['a', 'b', 'c'], 'a'), {
      a: plain,
      b: plain,
      c: plain,
    })
    expect(rounds.filter(({ operation }) => operation === 'A').map(textOf)).toMatchInlineSnapshot(`
      [
        "1 t1 default cold A: c a² a b",
        "1 t1 large cold A: c a² a b",
        "2 t1 default cold A: a b c a²",
        "3 t1 default cold A: c a² a b",
      ]
    `)
  })

  it('gives test 2 its relation operations, and lazy engines those that read every field', () => {
    const rounds = schedule(plan([{ tests: [2] }], ['a', 'b']), { a: plain, b: lazy })
    const operationsOf = (engine: string) =>
      rounds
        .filter(({ tasks }) => tasks.some(({ key }) => key.engine === engine))
        .map(({ operation }) => operation)
        .join(' ')
    expect(operationsOf('a')).toBe('A B C D E F G H L M N I J K')
    expect(operationsOf('b')).toBe("A B C D D' E E' F F' G H L M N I J K")
  })

  it('marks an operation that an engine lacks with its reason, and builds nothing on it', () => {
    const tasks = schedule(plan([{}], ['a']), { a: bulkless }).flatMap((round) => round.tasks)
    expect(tasks.find(({ key }) => key.operation === 'C')!.absent).toBe('no such API')
    expect(tasks.find(({ key }) => key.operation === 'D')!.before).toEqual(['A', 'B'])
  })

  it('says after which operation a store is not needed any more', () => {
    const tasks = schedule(plan([{ modes: ['cold', 'warm'] }], ['a']), { a: plain })
      .flatMap((round) => round.tasks)
      .filter(({ last }) => last)
    expect(tasks.map(({ key }) => `${key.mode} ${key.operation}`)).toEqual(['cold K', 'warm K'])
  })

  it('leaves out engines that could not be set up, their twin as well', () => {
    const rounds = schedule(plan([{}], ['a', 'b'], 'a'), { b: plain })
    expect(rounds[0]!.tasks.map(({ key }) => entryOf(key))).toEqual(['b'])
  })

  it('records the place of each engine, the same within a block', () => {
    const rounds = schedule(plan([{ blocks: 2 }], ['a', 'b']), { a: plain, b: bulkless })
    const placesOf = (block: number) =>
      new Set(
        rounds
          .filter((round) => round.block === block)
          .flatMap(({ tasks }) => tasks.map(({ key, position }) => `${key.engine}${position}`)),
      )
    expect(placesOf(1).size).toBe(2)
    expect([...placesOf(1)].filter((place) => placesOf(2).has(place))).toEqual([])
  })
})
