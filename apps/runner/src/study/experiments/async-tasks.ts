import type { OperationCode } from '@rowrate/core'
import { operationOf } from '@rowrate/core'

import { dash, duration, share } from '../../report/wording.ts'
import { taskVariants } from '../plan.ts'
import { rangeText } from '../range.ts'
import type { Section } from '../section.ts'
import type { Find } from './variant.ts'
import { ratioOf, ratioText, waitingShare } from './variant.ts'

/** Async system to its sync sibling. */
export const systems = [
  ['sqlalchemy-async', 'sqlalchemy'],
  ['sqlmodel-async', 'sqlmodel'],
  ['piccolo', null],
  ['ormar', null],
] as const
export const codes: readonly OperationCode[] = ['B', 'C', 'D', 'F', 'I', 'J', 'K']
const changes: readonly OperationCode[] = ['I', 'J', 'K']

/** The part of what ten tasks take beyond the sync sibling that one task saves, 0 to 1; null where they take nothing more. */
export function shareOfPenalty(durationsNs: {
  readonly sync: number
  readonly one: number
  readonly ten: number
}): number | null {
  const { sync, one, ten } = durationsNs
  return ten > sync ? Math.min(1, Math.max(0, (ten - one) / (ten - sync))) : null
}

function compared(find: Find, code: OperationCode, [engine, sibling]: (typeof systems)[number]) {
  const place = { test: 1, table: 'default', mode: 'cold' } as const
  const one = find(engine, { ...place, variant: taskVariants.one }, code)
  const ten = find(engine, { ...place, variant: taskVariants.ten }, code)
  if (one === null || ten === null) return null
  const sync = sibling && find(sibling, { ...place, variant: taskVariants.one }, code)
  const penalty =
    sync && shareOfPenalty({ sync: sync.durationNs, one: one.durationNs, ten: ten.durationNs })
  return { engine, code, sync, one, ten, ratio: ratioOf(one, ten), penalty }
}

type Compared = NonNullable<ReturnType<typeof compared>>

const rowOf = ({ engine, code, sync, one, ten, ratio, penalty }: Compared): string[] => [
  `${operationOf(code).name}, ${engine}`,
  sync ? duration(sync.durationNs) : dash,
  duration(one.durationNs),
  duration(ten.durationNs),
  ratioText(ratio),
  `${share(waitingShare(one))} / ${share(waitingShare(ten))}`,
  penalty === null ? dash : share(penalty),
]

function resultLines(all: readonly Compared[]): string[] {
  const own = all.filter(({ code }) => changes.includes(code))
  if (own.length === 0) return []
  const penalties = own.flatMap(({ penalty }) => penalty ?? [])
  const gone =
    penalties.length === 0 ? '' : `; of the penalty ${rangeText(penalties, share)} is gone with one`
  return [
    `In updates and deletes ten tasks take ${rangeText(own.map(({ ratio }) => ratio.ratio))} times as long as one${gone}. They wait ${rangeText(
      own.map(({ ten }) => waitingShare(ten)),
      share,
    )} of the time, one task ${rangeText(
      own.map(({ one }) => waitingShare(one)),
      share,
    )}.`,
  ]
}

/** Async systems with one task and with the study's ten. */
export function asyncTasksSection(find: Find): Section | null {
  const all = codes.flatMap((code) =>
    systems.flatMap((system) => compared(find, code, system) ?? []),
  )
  if (all.length === 0) return null
  return {
    title: 'Async systems with one task and with ten',
    intro:
      'The study ran ten tasks, each with a transaction of its own, and found updates and deletes 12 to 16 times slower than in the sync siblings. Of ten writers nine wait in SQLite’s busy handler, which sleeps 1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50 and then 100 ms at a time. Medians for test 1, cold; the ratio is the speed of one task ÷ that of ten; waiting is the share of the time without processor work, with one task / with ten. Of the penalty: how much of what ten tasks take beyond the sync sibling is gone with one task.',
    tables: [
      {
        caption: '',
        head: ['', 'sync', 'one', 'ten', 'one ÷ ten', 'waiting', 'of the penalty'],
        rows: all.map(rowOf),
      },
    ],
    lines: resultLines(all),
  }
}
