import { describe, expect, it } from 'vitest'
import { type EngineSummary, rankInGroups, summarizeSample } from '../src/statistics/index.ts'

function summarized(engine: string, speed: number): EngineSummary {
  const summary = summarizeSample([speed, speed * 1.01, speed * 0.99])
  if (summary === null) throw new Error('three runs make a summary')
  return { engine, summary }
}

describe('rankInGroups', () => {
  it('compares with the head of the group, not with its last member', () => {
    const engines = [100, 96, 92, 88].map((speed) => summarized(`at-${speed}`, speed))
    const asked: string[] = []
    const { groups } = rankInGroups({
      engines,
      isBehind: ({ head, engine: member }) => {
        asked.push(`${head} ${member}`)
        return Number(member.slice(3)) < Number(head.slice(3)) - 5
      },
    })
    // at-92 is level with at-96, but not with the head: a chain of small steps makes no tie.
    expect(groups).toEqual([
      { rank: 1, engines: ['at-100', 'at-96'] },
      { rank: 3, engines: ['at-92', 'at-88'] },
    ])
    expect(asked).toEqual(['at-100 at-96', 'at-100 at-92', 'at-92 at-88'])
  })

  it('orders equal medians by name', () => {
    const engines = ['b', 'c', 'a'].map((name) => summarized(name, 100))
    const { groups } = rankInGroups({ engines, isBehind: () => false })
    expect(groups).toEqual([{ rank: 1, engines: ['a', 'b', 'c'] }])
  })
})
