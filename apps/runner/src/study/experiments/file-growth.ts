import type { OperationCode } from '@rowrate/core'
import { operationOf } from '@rowrate/core'

import { compactSpeed, share } from '../../report/wording.ts'
import { batchVariants } from '../plan.ts'
import { rangeText } from '../range.ts'
import type { Section } from '../section.ts'
import type { Find } from './variant.ts'
import { ratioOf, ratioText, waitingShare } from './variant.ts'

const codes: readonly OperationCode[] = ['I', 'J', 'K']
const modes = ['cold', 'warm'] as const

function compared(find: Find, mode: 'cold' | 'warm', code: OperationCode) {
  const place = { test: 1, table: 'default', mode } as const
  const grown = find('objectbox-python', { ...place, variant: batchVariants.usual }, code)
  const fresh = find('objectbox-python', { ...place, variant: batchVariants.small }, code)
  return grown && fresh && { mode, code, grown, fresh, ratio: ratioOf(grown, fresh) }
}

type Compared = NonNullable<ReturnType<typeof compared>>

const rowOf = ({ mode, code, grown, fresh, ratio }: Compared): string[] => [
  `${operationOf(code).name}, ${mode}`,
  compactSpeed(grown.speed),
  compactSpeed(fresh.speed),
  ratioText(ratio),
  `${share(waitingShare(grown))} / ${share(waitingShare(fresh))}`,
]

/** ObjectBox's updates where B and C have left free space in the file, and where they have not. */
export function fileGrowthSection(find: Find): Section | null {
  const all = modes.flatMap((mode) => codes.flatMap((code) => compared(find, mode, code) ?? []))
  if (all.length === 0) return null
  const ratios = all.map(({ ratio }) => ratio.ratio)
  const waiting = all.map(({ fresh }) => waitingShare(fresh))
  return {
    title: 'ObjectBox’s updates on a grown and on a fresh file',
    intro:
      'The same 300 objects: on the grown file B and C wrote 10,000 each and all but 100 were deleted, on the fresh one they wrote 100. The study gives its updates on test 1 as 1.3 to 1.9 times faster on the grown file, because its sync took 1.7 instead of 6.2 ms. Rows per second; waiting is the share of the time in which no processor worked for it.',
    tables: [
      {
        caption: '',
        head: ['', 'grown', 'fresh', 'grown ÷ fresh', 'waiting'],
        rows: all.map(rowOf),
      },
    ],
    lines: [
      `The grown file is ${rangeText(ratios)} times as fast here, published 1.3 to 1.9. On the fresh one ${rangeText(waiting, share)} of the time is waiting: no more than that can a faster sync save.`,
    ],
  }
}
