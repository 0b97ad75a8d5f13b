import type { OperationCode } from '@rowrate/core'
import { operationOf } from '@rowrate/core'

import { duration } from '../../report/wording.ts'
import { taskVariants } from '../plan.ts'
import { rangeText } from '../range.ts'
import type { Section } from '../section.ts'
import { codes, systems } from './async-tasks.ts'
import type { Find } from './variant.ts'
import { ratioOf, ratioText } from './variant.ts'

function compared(find: Find, code: OperationCode, engine: string) {
  const place = { test: 1, table: 'default', mode: 'cold' } as const
  const own = find(engine, { ...place, variant: taskVariants.ten }, code)
  const shared = find(engine, { ...place, variant: taskVariants.shared }, code)
  return own && shared && { engine, code, own, shared, ratio: ratioOf(shared, own) }
}

/** Async systems in a process per operation, and in one for all as in the study. */
export function oneProcessSection(find: Find): Section | null {
  const all = codes.flatMap((code) =>
    systems.flatMap(([engine]) => compared(find, code, engine) ?? []),
  )
  if (all.length === 0) return null
  return {
    title: 'Async systems in a process per operation and in one for all',
    intro:
      'The study ran all operations of an async system in one process, so that its cold figures are nearly warm: it found warm ÷ cold between 0.96 and 1.04. Medians for test 1, cold, ten tasks; the ratio is the speed in one process ÷ that in a process per operation.',
    tables: [
      {
        caption: '',
        head: ['', 'process per operation', 'one process', 'one ÷ per operation'],
        rows: all.map(({ engine, code, own, shared, ratio }) => [
          `${operationOf(code).name}, ${engine}`,
          duration(own.durationNs),
          duration(shared.durationNs),
          ratioText(ratio),
        ]),
      },
    ],
    lines: [
      `One process for all operations is ${rangeText(all.map(({ ratio }) => ratio.ratio))} times as fast as a process for each.`,
    ],
  }
}
