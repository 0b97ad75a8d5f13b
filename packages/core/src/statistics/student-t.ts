import { gammaln } from 'simple-statistics'

/**
 * Probability that |T| exceeds |t| for Student's distribution with `degreesOfFreedom` (> 0).
 * It is I_x(ν/2, 1/2) at x = ν / (ν + t²): Abramowitz & Stegun 1964, 26.7.1 with 26.5.27.
 */
export function studentTTwoSidedPValue(t: number, degreesOfFreedom: number): number {
  if (!(degreesOfFreedom > 0)) {
    throw new RangeError(`degrees of freedom must be positive, not ${degreesOfFreedom}`)
  }
  if (Number.isNaN(t)) throw new RangeError('t must be a number, not NaN')
  const square = t * t
  if (square === 0) return 1
  // Past this the square overflows, and the probability is below anything representable or needed.
  if (square === Infinity) return 0
  const sum = degreesOfFreedom + square
  return regularizedIncompleteBeta({
    x: degreesOfFreedom / sum,
    complement: square / sum,
    a: degreesOfFreedom / 2,
    b: 0.5,
  })
}

/**
 * Quantile of Student's distribution: 0.975 and 4 degrees of freedom give 2.776. Found by bisection on
 * the exact distribution function. Throws a RangeError for a probability outside 0 to 1, both excluded.
 */
export function studentTQuantile(probability: number, degreesOfFreedom: number): number {
  if (!(probability > 0 && probability < 1)) {
    throw new RangeError(`probability must lie between 0 and 1, not ${probability}`)
  }
  const sign = probability < 0.5 ? -1 : 1
  const target = 2 * Math.min(probability, 1 - probability)
  let high = 1
  while (studentTTwoSidedPValue(high, degreesOfFreedom) > target) high *= 2
  let low = high === 1 ? 0 : high / 2
  for (;;) {
    const middle = low + (high - low) / 2
    if (middle === low || middle === high) return sign * middle
    if (studentTTwoSidedPValue(middle, degreesOfFreedom) > target) low = middle
    else high = middle
  }
}

interface BetaArguments {
  readonly x: number
  /** 1 − x, given apart because the subtraction would lose the digits of a small one. */
  readonly complement: number
  readonly a: number
  readonly b: number
}

/** I_x(a, b), by the continued fraction DLMF 8.17.22 on the side where it converges fast (8.17.4). */
function regularizedIncompleteBeta({ x, complement, a, b }: BetaArguments): number {
  if (x > (a + 1) / (a + b + 2)) {
    return 1 - regularizedIncompleteBeta({ x: complement, complement: x, a: b, b: a })
  }
  const logX = x > 0.5 ? Math.log1p(-complement) : Math.log(x)
  const logComplement = complement > 0.5 ? Math.log1p(-x) : Math.log(complement)
  const logBeta = gammaln(a) + gammaln(b) - gammaln(a + b)
  const front = Math.exp(a * logX + b * logComplement - logBeta) / a
  return front / betaContinuedFraction(x, a, b)
}

/** 1 + d₁/(1 + d₂/(1 + …)) of DLMF 8.17.22, by the modified Lentz method (Thompson & Barnett 1986). */
function betaContinuedFraction(x: number, a: number, b: number): number {
  // Needs O(√max(a, b)) terms: this bound holds far beyond a million degrees of freedom.
  const maximumTerms = 100_000
  let fraction = 1
  let numerator = 1
  let denominator = 0
  for (let term = 1; term <= maximumTerms; term += 1) {
    const coefficient = betaCoefficient({ term, x, a, b })
    denominator = 1 / awayFromZero(1 + coefficient * denominator)
    numerator = awayFromZero(1 + coefficient / numerator)
    const step = numerator * denominator
    fraction *= step
    if (Math.abs(step - 1) < Number.EPSILON) return fraction
  }
  throw new RangeError(`the incomplete beta function does not converge at x ${x}, a ${a}, b ${b}`)
}

function betaCoefficient(at: { term: number; x: number; a: number; b: number }): number {
  const { term, x, a, b } = at
  const m = Math.floor(term / 2)
  const scale = x / ((a + term - 1) * (a + term))
  return term % 2 === 0 ? m * (b - m) * scale : -(a + m) * (a + b + m) * scale
}

function awayFromZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value
}
