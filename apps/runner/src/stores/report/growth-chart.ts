import * as Plot from '@observablehq/plot'
import type { GrowthPoint, StoresSummary } from '@rowrate/core/stores'

import { chartWidth, drawSvg, familyColor, glyphs, textWidth } from './svg.ts'

const height = 320
const marginTop = 12
const marginBottom = 40
const labelDistance = 14

export interface GrowthAspect {
  readonly title: string
  readonly unit: string
  readonly x: 'stores' | 'notes'
  readonly value: (point: GrowthPoint) => number | null
}

interface Point {
  readonly label: string
  readonly color: string
  readonly x: number
  readonly y: number
}

function pointsOf({ engines, growth }: StoresSummary, { x, value }: GrowthAspect): Point[] {
  return growth[x].flatMap((point) => {
    const engine = engines.find(({ variant }) => variant === point.variant)
    const y = value(point)
    // A logarithmic axis has no place for what takes nothing.
    if (!engine || y === null || y <= 0) return []
    const label = `${glyphs[engine.family]} ${engine.label}`
    return [{ label, color: familyColor(engine.family), x: point[x], y }]
  })
}

/** Pushes labels apart, from the lowest up, so that none covers another; returns their places in pixels. */
export function spreadLabels(places: readonly number[], distance = labelDistance): number[] {
  const order = places.map((_, index) => index).toSorted((a, b) => places[b]! - places[a]!)
  const spread = [...places]
  let below = Infinity
  for (const index of order) {
    spread[index] = Math.min(spread[index]!, below - distance)
    below = spread[index]
  }
  return spread
}

/** How one cost grows, a curve for each variant, labelled at its right end. */
export function growthChart(summary: StoresSummary, aspect: GrowthAspect): string | undefined {
  const points = pointsOf(summary, aspect)
  if (new Set(points.map(({ x }) => x)).size < 2) return undefined
  const ends = [...Map.groupBy(points, ({ label }) => label).values()].map((own) => own.at(-1)!)
  const [low, high] = [Math.min, Math.max].map((of) => Math.log(of(...points.map(({ y }) => y))))
  const inner = height - marginTop - marginBottom
  const pixel = ({ y }: Point) =>
    marginTop + inner * (1 - (Math.log(y) - low!) / Math.max(high! - low!, 1e-9))
  const places = spreadLabels(ends.map(pixel))
  const labels = ends.map((end, index) => ({ ...end, dy: places[index]! - pixel(end) }))
  const marginRight = 20 + Math.max(...ends.map(({ label }) => textWidth(label)))
  return drawSvg({
    title: aspect.title,
    subtitle: 'Both axes are logarithmic; less is better.',
    description: ends
      .map(({ label, x, y }) => `${label}: ${y.toPrecision(3)} ${aspect.unit} at ${x}`)
      .join('; '),
    height,
    plot: {
      marginLeft: 60,
      marginRight: Math.min(marginRight, chartWidth / 2),
      marginTop,
      marginBottom,
      x: {
        type: 'log',
        label: `${aspect.x}${aspect.x === 'notes' ? ' per store' : ''}`,
        tickFormat: '~s',
        ticks: 5,
      },
      y: {
        type: 'log',
        label: aspect.unit,
        tickFormat: '~r',
        ticks: 5,
        grid: false,
        domain: [Math.exp(low!), Math.exp(high!)],
      },
      marks: [
        Plot.gridY({ stroke: 'var(--grid)', strokeOpacity: 1, ticks: 5 }),
        Plot.line(points, { x: 'x', y: 'y', z: 'label', stroke: 'color' }),
        Plot.dot(points, { x: 'x', y: 'y', stroke: 'color', r: 3 }),
        ...labels.map((end) =>
          Plot.text([end], {
            x: 'x',
            y: 'y',
            text: 'label',
            textAnchor: 'start',
            dx: 10,
            dy: end.dy,
            fill: 'color',
          }),
        ),
      ],
    },
  })
}
