import type { Finding } from './fitness.ts'
import { judgeMachine } from './fitness.ts'
import { readMachineFacts } from './machine-facts.ts'

/** Says what this machine is fit for, and what to change. Takes about three seconds. Throws USAGE where `data` can not be written. */
export async function doctor({ data }: { readonly data: string }): Promise<string> {
  return renderFindings(judgeMachine(await readMachineFacts(data)))
}

export function renderFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length))
  const lines = findings.map(({ name, found, fitness, advice }) => {
    const line = `${fitness}  ${name.padEnd(width)}  ${found}`
    return advice === undefined ? line : `${line}\n      ${' '.repeat(width)}  ${advice}`
  })
  return `${lines.join('\n')}\n\n${trust(findings)}`
}

/** One sentence on what results from here can be trusted for. */
function trust(findings: readonly Finding[]): string {
  const isPoor = (subject: Finding['subject']) =>
    findings.some((finding) => finding.subject === subject && finding.fitness === 'poor')
  const isFair = findings.some(({ subject, fitness }) => fitness === 'fair' && subject !== 'tools')
  const start = 'Results from this machine can'
  if (isPoor('space')) return `${start} not be trusted before it has more room.`
  const scope = isPoor('storage') ? ', in reads (D to H) only until --data names other storage' : ''
  if (isPoor('processor') || isPoor('quiet')) {
    return `${start} be trusted for differences of 1.5x and more from 5 runs${scope}.`
  }
  const speeds = isFair ? ', not for speeds in rows per second' : ' and for its own speeds'
  return `${start} be trusted for ratios between engines in a set of 5 runs${speeds}${scope}.`
}
