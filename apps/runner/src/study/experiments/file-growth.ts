import type { OperationCode } from '@rowrate/core'
import { operationOf } from '@rowrate/core'

import { compactSpeed, share } from '../../report/wording.ts'
import { batchVariants } from '../plan.ts'
import type { Section } from '../section.ts'
import type { Find } from './variant.ts'
import { ratioOf, ratioText, waitingShare } from './variant.ts'

const codes: readonly OperationCode[] = ['I', 'J', 'K']

function rowOf(find: Find, mode: 'cold' | 'warm', code: OperationCode): string[] | null {
  const place = { test: 1, table: 'default', mode } as const
  const grown = find('objectbox-python', { ...place, variant: batchVariants.usual }, code)
  const fresh = find('objectbox-python', { ...place, variant: batchVariants.small }, code)
  if (grown === null || fresh === null) return null
  return [
    `${operationOf(code).name}, ${mode}`,
    compactSpeed(grown.speed),
    compactSpeed(fresh.speed),
    ratioText(ratioOf(grown, fresh)),
    `${share(waitingShare(grown))} / ${share(waitingShare(fresh))}`,
  ]
}

/** ObjectBox's updates where B and C have left free space in the file, and where they have not. */
export function fileGrowthSection(find: Find): Section | null {
  const rows = (['cold', 'warm'] as const).flatMap((mode) =>
    codes.flatMap((code) => {
      const row = rowOf(find, mode, code)
      return row ? [row] : []
    }),
  )
  if (rows.length === 0) return null
  return {
    title: 'ObjectBox’s updates on a grown and on a fresh file',
    intro:
      'The same 300 objects: on the grown file B and C wrote 10,000 each and all but 100 were deleted, on the fresh one they wrote 100. The study gives its updates on test 1 as 1.3 to 1.9 times faster on the grown file, because its sync took 1.7 instead of 6.2 ms. Rows per second; waiting is the share of the time in which no processor worked for it.',
    tables: [{ caption: '', head: ['', 'grown', 'fresh', 'grown ÷ fresh', 'waiting'], rows }],
    lines: [],
  }
}
