import type { OperationCode } from '@rowrate/core'

import { compactSpeed, duration, share } from '../../report/wording.ts'
import { batchVariants } from '../plan.ts'
import { rangeText } from '../range.ts'
import type { Section } from '../section.ts'
import type { Find, Variant } from './variant.ts'
import { ratioOf, ratioText, waitingShare } from './variant.ts'

const engines = ['objectbox-python', 'django', 'peewee', 'sqlalchemy']
const codes: readonly OperationCode[] = ['B', 'C']

/** What a durable commit took in the study. */
const publishedCommitNs = 8e6

function compared(find: Find, engine: string, code: OperationCode) {
  const place = { test: 1, table: 'default', mode: 'cold' } as const
  const usual = find(engine, { ...place, variant: batchVariants.usual }, code)
  const small = find(engine, { ...place, variant: batchVariants.small }, code)
  return usual && small && { engine, code, usual, small, ...projected(small) }
}

type Compared = NonNullable<ReturnType<typeof compared>>

/** A batch if all its waiting were one commit of the study's disk. */
function projected({ rows, cpuNs }: Variant) {
  const durationNs = cpuNs + publishedCommitNs
  return { projectedSpeed: (rows / durationNs) * 1e9, commitShare: publishedCommitNs / durationNs }
}

const rowOf = ({ engine, code, usual, small, projectedSpeed, commitShare }: Compared): string[] => [
  `${code} ${engine}`,
  compactSpeed(usual.speed),
  compactSpeed(small.speed),
  ratioText(ratioOf(usual, small)),
  `${duration(small.durationNs * waitingShare(small))}, ${share(waitingShare(small))}`,
  `${compactSpeed(projectedSpeed)}, ${share(commitShare)}`,
]

function resultLine(all: readonly Compared[]): string {
  const here = all.map(({ small }) => waitingShare(small))
  const there = all.map(({ commitShare }) => commitShare)
  const mostly = there.filter((value) => value > 0.5).length
  return `Waiting is ${rangeText(here, share)} of a batch of 100 here; with a commit of 8 ms it would be ${rangeText(there, share)}, more than half in ${mostly} of ${all.length}: there such batches compare disks.`
}

/** B and C with batches of 10,000 and of 100. */
export function smallBatchesSection(find: Find): Section | null {
  const all = codes.flatMap((code) => engines.flatMap((name) => compared(find, name, code) ?? []))
  if (all.length === 0) return null
  return {
    title: 'B and C with batches of 100',
    intro:
      'The study says that with 100 objects in a transaction B and C mostly measure one commit of about 8 ms. Rows per second on test 1, cold; waiting is what a batch of 100 takes beyond processor time, here. The last column puts one commit of 8 ms in its place: the speed that follows, and the commit’s share of the time.',
    tables: [
      {
        caption: '',
        head: ['', '10,000', '100', '10,000 ÷ 100', 'waiting here', 'with 8 ms'],
        rows: all.map(rowOf),
      },
    ],
    lines: [resultLine(all)],
  }
}
