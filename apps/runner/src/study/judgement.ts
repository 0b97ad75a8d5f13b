import { estimatePairedRatio } from '@rowrate/core'

import type { Question } from './claims.ts'
import { fastestEverywhere, questionsOf } from './claims.ts'
import type { StudyFigures } from './figures.ts'
import { publishedFigures } from './figures.ts'
import type { PublishedClaim } from './published.ts'

/** How far a ratio may lie outside the published range: its two printed digits are worth up to 7 %, the rest is run-to-run noise. */
export const tolerance = 1.15

/** A measured ratio; the interval is that of paired blocks, null for fewer than three. */
export interface MeasuredRatio {
  readonly label: string
  readonly ratio: number
  readonly interval: { readonly low: number; readonly high: number } | null
}

export interface Judgement {
  readonly claim: PublishedClaim
  readonly ratios: readonly MeasuredRatio[]
  /** How many ratios the claim covers in the study. */
  readonly covered: number
  readonly inside: number
  readonly verdict: 'reproduced' | 'not reproduced' | 'not testable here'
}

export function measure({ label, subject, reference }: Question, figures: StudyFigures) {
  const [above, below] = [subject(figures), reference(figures)]
  if (above === null || below === null) return null
  const paired = above.points.length > 0 && above.points.length === below.points.length
  const estimate = paired
    ? estimatePairedRatio({ subject: above.points, reference: below.points })
    : null
  const interval = estimate && { low: estimate.low, high: estimate.high }
  return { label, ratio: above.median / below.median, interval } satisfies MeasuredRatio
}

interface Bounds {
  readonly low: number
  readonly high: number
}

const boundsOf = ({ claim, low, high }: PublishedClaim): Bounds =>
  claim === fastestEverywhere
    ? { low, high: Infinity }
    : { low: low / tolerance, high: high * tolerance }

const isInside = ({ ratio }: MeasuredRatio, { low, high }: Bounds) => low <= ratio && ratio <= high

/** Outside, and not only by the noise of its runs. */
const isOutside = (measured: MeasuredRatio, bounds: Bounds): boolean => {
  const { low, high } = measured.interval ?? { low: measured.ratio, high: measured.ratio }
  return !isInside(measured, bounds) && (high < bounds.low || low > bounds.high)
}

/**
 * Reproduced: every ratio that was measured lies within the published range and the tolerance. Not reproduced: one lies outside,
 * and so does its interval where it has one. Else not testable: the runs differ too much to tell, or there are no ratios.
 */
export function judgeClaim(claim: PublishedClaim, figures: StudyFigures): Judgement {
  const questions = questionsOf(claim)
  const ratios = questions.flatMap((question) => measure(question, figures) ?? [])
  const bounds = boundsOf(claim)
  const inside = ratios.filter((ratio) => isInside(ratio, bounds)).length
  const covered = questions.filter((question) => measure(question, publishedFigures)).length
  const judgement = { claim, ratios, covered, inside }
  if (ratios.length === 0) return { ...judgement, verdict: 'not testable here' }
  if (ratios.some((ratio) => isOutside(ratio, bounds))) {
    return { ...judgement, verdict: 'not reproduced' }
  }
  return {
    ...judgement,
    verdict: inside === ratios.length ? 'reproduced' : 'not testable here',
  }
}
