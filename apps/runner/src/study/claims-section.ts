import type { StudyFigures } from './figures.ts'
import type { Judgement } from './judgement.ts'
import { judgeClaim, tolerance } from './judgement.ts'
import type { PublishedClaim } from './published.ts'
import { published } from './published.ts'
import { rangeText, ratioNumber } from './range.ts'
import type { Section } from './section.ts'

const nameOf = ({ claim, operation, mode }: PublishedClaim): string =>
  [
    claim,
    ...(operation === undefined ? [] : [operation]),
    ...(mode === undefined || claim.includes(mode) ? [] : [mode]),
  ].join(', ')

/** The ratios that lie farthest out: a range of many says little without them. */
function extremes({ ratios }: Judgement): string {
  const sorted = ratios.toSorted((left, right) => left.ratio - right.ratio)
  return [...new Set([sorted[0], sorted.at(-1)])]
    .flatMap((each) => {
      if (each === undefined) return []
      const { label, ratio, interval } = each
      const text = interval ? `, 95 %: ${rangeText([interval.low, interval.high])}` : ''
      return [`${label} ${ratioNumber(ratio)}${text}`]
    })
    .join('; ')
}

const rangesText = ({ claim, ratios }: Judgement): string => {
  const values = ratios.map(({ ratio }) => ratio)
  const theirs = rangeText([claim.low, claim.high], String)
  return `published ${theirs}, here ${rangeText(values)}`
}

function judgementLine(judgement: Judgement): string {
  const { claim, ratios, covered, inside, verdict } = judgement
  const unmeasured = ratios.length < covered ? `, the study has ${covered}` : ''
  return [
    `${verdict}: ${nameOf(claim)}: ${rangesText(judgement)}`,
    `${inside} of ${ratios.length} inside${unmeasured} (${extremes(judgement)})`,
    ...(claim.note === undefined ? [] : [`noted there: ${claim.note}`]),
  ].join('; ')
}

/** The claims of which nothing was measured, in one line. */
function unmeasuredLine(judgements: readonly Judgement[]): string[] {
  const names = judgements.map(({ claim }) => nameOf(claim))
  return names.length === 0
    ? []
    : [`not testable here, for what they compare was not measured: ${names.join('; ')}`]
}

/** Every claim of the study, judged by what was measured. */
export function claimsSection(measured: StudyFigures): Section {
  const judgements = published.claims.map((claim) => judgeClaim(claim, measured))
  const count = (verdict: Judgement['verdict']) =>
    judgements.filter((judgement) => judgement.verdict === verdict).length
  return {
    title: 'The study’s claims',
    intro: `${count('reproduced')} reproduced, ${count('not reproduced')} not reproduced, ${count('not testable here')} not testable here. A claim is a range of ratios over tests, systems or operations; the same ratios are taken here. Reproduced: all of them lie in the published range, widened by a factor of ${tolerance} at both ends for rounding and noise. Not reproduced: one lies outside, and so does its 95 % interval where three runs give one. Else not testable here. In parentheses the lowest and the highest ratio.`,
    tables: [],
    lines: [
      ...judgements.filter(({ ratios }) => ratios.length > 0).map(judgementLine),
      ...unmeasuredLine(judgements.filter(({ ratios }) => ratios.length === 0)),
    ],
  }
}
