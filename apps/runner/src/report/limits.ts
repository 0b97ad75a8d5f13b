import type { SummaryEngine } from '@rowrate/core'

import { listed } from './wording.ts'

/** What engines express otherwise than the model says; engines with the same limit share a line. */
export function limitLines(engines: readonly SummaryEngine[]): string[] {
  return grouped(engines, ({ limits }) =>
    Object.entries(limits).map(([topic, text]) => `${topic}: ${text}`),
  )
}

/** Why engines could not take part. */
export function unavailableLines(engines: readonly SummaryEngine[]): string[] {
  return grouped(engines, ({ unavailable }) => (unavailable === null ? [] : [unavailable]))
}

function grouped(
  engines: readonly SummaryEngine[],
  textsOf: (engine: SummaryEngine) => readonly string[],
): string[] {
  const byText = new Map<string, string[]>()
  for (const engine of engines) {
    for (const text of textsOf(engine)) {
      byText.set(text, [...(byText.get(text) ?? []), engine.name])
    }
  }
  return [...byText].map(([text, names]) => `${listed(names)}: ${text.replaceAll(/\s+/g, ' ')}`)
}
