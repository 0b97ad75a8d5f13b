import * as Plot from '@observablehq/plot'
import type { StoresSummary } from '@rowrate/core/stores'
import { parseHTML } from 'linkedom'

export const chartWidth = 820
export const rowHeight = 19
const fontSize = 12
/** Widest character of the fonts, as a share of the font's size. */
const characterWidth = 0.62

export const textWidth = (text: string): number =>
  Math.ceil(text.length * fontSize * characterWidth)

type Family = StoresSummary['engines'][number]['family']

export const glyphs: Readonly<Record<Family, string>> = { objectbox: '◆', sqlite: '●', other: '■' }

/** The colour of an engine's family; identity is the label, never a colour. */
export const familyColor = (family: Family): string => `var(--${family})`

/** Light and dark switch together with the background, so that a wrong guess by a renderer stays legible. */
const style = `
svg { --objectbox: #bc4c00; --sqlite: #0969da; --other: #1f2328; --text: #1f2328; --muted: #59636e; --grid: #d1d9e0; --page: #ffffff;
  font: ${fontSize}px -apple-system, BlinkMacSystemFont, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif; color: var(--text) }
@media (prefers-color-scheme: dark) {
  svg { --objectbox: #dd7907; --sqlite: #528def; --other: #d9dfe5; --text: #f0f6fc; --muted: #9198a1; --grid: #3d444d; --page: #0d1117 }
}`

export interface Chart {
  readonly title: string
  /** What the marks mean, below the title. */
  readonly subtitle: string
  /** For those who do not see it: the figures in words. */
  readonly description: string
  readonly height: number
  readonly plot: Omit<Plot.PlotOptions, 'document' | 'width' | 'height'>
}

const headHeight = 44

/** Draws a chart as one SVG file that needs nothing else. The same chart gives the same bytes. */
export function drawSvg({ title, subtitle, description, height, plot }: Chart): string {
  const { document } = parseHTML('<html><body></body></html>')
  const drawn = Plot.plot({
    ...plot,
    document: document as never,
    width: chartWidth,
    height,
    style: {
      background: 'none',
      color: 'currentColor',
      fontFamily: 'inherit',
      fontSize: `${fontSize}px`,
    } as never,
  })
  drawn.setAttribute('y', String(headHeight))
  drawn.setAttribute('overflow', 'visible')
  for (const own of drawn.querySelectorAll('style')) own.remove()
  const full = height + headHeight
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title description" viewBox="0 0 ${chartWidth} ${full}" width="${chartWidth}" height="${full}" fill="currentColor">`,
    `<title id="title">${escaped(title)}</title><desc id="description">${escaped(description)}</desc>`,
    `<style>${style}</style>`,
    `<rect width="${chartWidth}" height="${full}" style="fill: var(--page)"/>`,
    `<text x="12" y="18" font-weight="600">${escaped(title)}</text>`,
    `<text x="12" y="36" style="fill: var(--muted)">${escaped(subtitle)}</text>`,
    drawn.outerHTML,
    '</svg>\n',
  ].join('\n')
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
