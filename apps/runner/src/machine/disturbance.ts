import type { Canary, Operation } from '@rowrate/core'

/** By which factor two canaries around a sample may differ. */
const maxCanaryRatio = 2

/**
 * Why a sample is to be measured again, or undefined. Looks at the canaries alone, never at the engine's time; at the commits
 * only for operations that commit.
 */
export function disturbance(
  before: Canary,
  after: Canary,
  { kind }: Pick<Operation, 'kind'>,
): string | undefined {
  const checks = [
    ['loop', before.loopNs, after.loopNs],
    ...(kind === 'read' ? [] : [['commit', before.commitMedianNs, after.commitMedianNs] as const]),
  ] as const
  for (const [name, beforeNs, afterNs] of checks) {
    const ratio = Math.max(beforeNs, afterNs) / Math.min(beforeNs, afterNs)
    if (ratio > maxCanaryRatio) {
      const ms = (value: number) => (value / 1e6).toPrecision(3)
      return `canary ${name} ${ms(beforeNs)} ms before, ${ms(afterNs)} ms after: ${ratio.toFixed(1)} ×`
    }
  }
  return undefined
}
