import { describe, expect, it } from 'vitest'

import { memoryChart, openChart } from '../src/stores/report/charts.ts'
import { growthChart, spreadLabels } from '../src/stores/report/growth-chart.ts'
import { summarizeStores } from '../src/stores/report/summarize.ts'
import { okLine, setOf } from './stores-fixture.ts'

describe('a chart', () => {
  const summary = summarizeStores(setOf())
  const [setting] = summary.settings

  it.each([
    ['open', () => openChart(summary, setting!)],
    ['memory', () => memoryChart(summary, setting!)],
  ] as const)(
    'of %s has its text, switches its colours with its background, and is the same each time',
    (_, draw) => {
      const svg = draw()!
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" role="img"/)
      expect(svg).toContain('<title id="title">')
      expect(svg).toContain('@media (prefers-color-scheme: dark)')
      expect(svg).toContain('style="fill: var(--page)"')
      expect(svg).toContain('var(--objectbox)')
      expect(svg).toContain('◆ objectbox')
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
      expect(draw()).toBe(svg)
    },
  )

  it('is not drawn without figures', () => {
    const empty = summarizeStores(setOf([]))
    expect(openChart(empty, empty.settings[0]!)).toBeUndefined()
  })

  it('of growth labels each curve at its end', () => {
    const lines = [100, 1_000].flatMap((count) =>
      ['sqlite', 'libsql'].map((variant) =>
        okLine(
          variant,
          { series: 'stores', phase: 'open', count, seed: 1 },
          { open: 40, query: 1, close: 1 },
        ),
      ),
    )
    const svg = growthChart(summarizeStores(setOf(lines)), {
      title: 'growth',
      unit: 'ms',
      x: 'stores',
      value: ({ wholeNs }) => wholeNs,
    })!
    expect(svg).toContain('● sqlite')
    expect(svg).toContain('● libsql')
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('keeps labels of close curves apart', () => {
    expect(spreadLabels([100, 101, 50])).toEqual([87, 101, 50])
    expect(spreadLabels([100, 200])).toEqual([100, 200])
  })
})
