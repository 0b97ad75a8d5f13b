import type { OperationCode } from '@rowrate/core'

import { compactSpeed, duration, share } from '../../report/wording.ts'
import { batchVariants } from '../plan.ts'
import type { Section } from '../section.ts'
import type { Find, Variant } from './variant.ts'
import { ratioOf, ratioText, waitingShare } from './variant.ts'

const engines = ['objectbox-python', 'django', 'peewee', 'sqlalchemy']

/** What a durable commit took in the study. */
const publishedCommitNs = 8e6

/** Rows per second if all waiting were one commit of the study's disk. */
const projected = ({ rows, cpuNs }: Variant): number => (rows / (cpuNs + publishedCommitNs)) * 1e9

function rowOf(find: Find, engine: string, code: OperationCode): string[] | null {
  const place = { test: 1, table: 'default', mode: 'cold' } as const
  const usual = find(engine, { ...place, variant: batchVariants.usual }, code)
  const small = find(engine, { ...place, variant: batchVariants.small }, code)
  if (usual === null || small === null) return null
  const waitingNs = small.durationNs * waitingShare(small)
  const commitShare = publishedCommitNs / (small.cpuNs + publishedCommitNs)
  return [
    `${code} ${engine}`,
    compactSpeed(usual.speed),
    compactSpeed(small.speed),
    ratioText(ratioOf(usual, small)),
    `${duration(waitingNs)}, ${share(waitingShare(small))}`,
    `${compactSpeed(projected(small))}, ${share(commitShare)}`,
  ]
}

/** B and C with batches of 10,000 and of 100. */
export function smallBatchesSection(find: Find): Section | null {
  const rows = (['B', 'C'] as const).flatMap((code) =>
    engines.flatMap((engine) => {
      const row = rowOf(find, engine, code)
      return row ? [row] : []
    }),
  )
  if (rows.length === 0) return null
  return {
    title: 'B and C with batches of 100',
    intro:
      'The study says that with 100 objects in a transaction B and C mostly measure one commit of about 8 ms. Rows per second on test 1, cold; waiting is what a batch of 100 takes beyond processor time, here. The last column puts one commit of 8 ms in its place: the speed that follows, and the commit’s share of the time.',
    tables: [
      {
        caption: '',
        head: ['', '10,000', '100', '10,000 ÷ 100', 'waiting here', 'with 8 ms'],
        rows,
      },
    ],
    lines: [],
  }
}
