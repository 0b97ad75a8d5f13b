import type { OperationCode } from '@rowrate/core'
import { operationOf } from '@rowrate/core'
import { logAverage } from 'simple-statistics'

import { compactSpeed } from '../../report/wording.ts'
import { publishedFigures } from '../figures.ts'
import { publishedSyncMs, studySystems, syncVariants } from '../plan.ts'
import { ratioNumber } from '../range.ts'
import type { Section } from '../section.ts'
import { leadOf } from './lead.ts'
import type { Find } from './variant.ts'

const codes: readonly OperationCode[] = ['A', 'I', 'J', 'K']
const place = { test: 1, table: 'default', mode: 'cold' } as const

function compared(find: Find, code: OperationCode, engine: string) {
  const own = find(engine, { ...place, variant: syncVariants.own }, code)?.speed
  const slow = find(engine, { ...place, variant: syncVariants.slow }, code)?.speed
  const theirs = publishedFigures.operation(engine, place, code)?.median
  return own && slow && theirs ? { engine, code, own, slow, theirs } : null
}

type Compared = NonNullable<ReturnType<typeof compared>>
type Which = 'own' | 'slow' | 'theirs'

/** How many times as far as the published speed, up or down: the geometric mean. */
const distance = (all: readonly Compared[], which: Which): string =>
  ratioNumber(logAverage(all.map((row) => Math.exp(Math.abs(Math.log(row[which] / row.theirs))))))

function resultLine(code: OperationCode, all: readonly Compared[]): string {
  const leads = (['theirs', 'own', 'slow'] as const).map((which) =>
    leadOf(all.map(({ engine, ...speeds }) => ({ engine, speed: speeds[which] }))),
  )
  const [theirs, own, slow] = leads.map((lead) => lead && ratioNumber(lead))
  const led = leads.includes(null)
    ? ''
    : `; ObjectBox ÷ the fastest SQL system: published ${theirs}, own ${own}, slow ${slow}`
  return `${operationOf(code).name}: ${distance(all, 'own')} times from the published speeds with the syncs of this machine, ${distance(all, 'slow')} with slow ones${led}.`
}

/** Every system with this machine's syncs, and with syncs as slow as the study's. */
export function slowSyncsSection(find: Find): Section | null {
  const all = codes.flatMap((code) =>
    studySystems.flatMap((engine) => compared(find, code, engine) ?? []),
  )
  if (all.length === 0) return null
  return {
    title: 'Syncs as slow as the study’s',
    intro: `A preloaded library lets each fsync, fdatasync and msync take ${publishedSyncMs} ms more, which is what one took in the study: Insert: Single of ObjectBox, which waits for one, took 4.07 ms there, and that of SQLite, which waits for four, 18.5 ms. Rows per second for test 1, cold, ten async tasks; the last columns are the speed ÷ the published one.`,
    tables: [
      {
        caption: '',
        head: ['', 'own syncs', 'slow syncs', 'published', 'own ÷ published', 'slow ÷ published'],
        rows: all.map(({ engine, code, own, slow, theirs }) => [
          `${code} ${engine}`,
          compactSpeed(own),
          compactSpeed(slow),
          compactSpeed(theirs),
          ratioNumber(own / theirs),
          ratioNumber(slow / theirs),
        ]),
      },
    ],
    lines: codes.flatMap((code) => {
      const ofCode = all.filter((row) => row.code === code)
      return ofCode.length > 0 ? [resultLine(code, ofCode)] : []
    }),
  }
}
