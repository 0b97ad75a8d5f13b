import type { Environment, OperationCode } from '@rowrate/core'
import { geometricMeanRatio, operationOf } from '@rowrate/core'

import { compactSpeed, dash } from '../../report/wording.ts'
import { publishedFigures } from '../figures.ts'
import { pythonVariants, studySystems } from '../plan.ts'
import { published } from '../published.ts'
import { ratioNumber } from '../range.ts'
import type { Section } from '../section.ts'
import { leadOf, objectBox } from './lead.ts'
import type { Find } from './variant.ts'
import { ratioOf, ratioText } from './variant.ts'

const codes: readonly OperationCode[] = ['B', 'C', 'D', 'E', 'F']
const place = { test: 1, table: 'default', mode: 'cold' } as const

function compared(find: Find, code: OperationCode, engine: string, version: string) {
  const own = find(engine, { ...place, variant: pythonVariants.own }, code)
  const other = find(engine, { ...place, variant: pythonVariants.other(version) }, code)
  const theirs = publishedFigures.operation(engine, place, code)?.median
  return own && other && { engine, code, own, other, theirs, ratio: ratioOf(other, own) }
}

type Compared = NonNullable<ReturnType<typeof compared>>

/** Other ÷ own Python, the geometric mean over all of these cells. */
function overall(all: readonly Compared[]): string {
  const cells = all.map((row) => ({ ...row, name: `${row.code} ${row.engine}` }))
  const seriesOf = (which: 'own' | 'other') =>
    Object.fromEntries(cells.map((cell) => [cell.name, cell[which].points]))
  const { ratioOfMedians, estimate } = geometricMeanRatio(
    { subject: seriesOf('other'), reference: seriesOf('own') },
    { operations: cells.map(({ name }) => name), quorum: 1 },
  )
  return ratioText({ ratio: estimate?.ratio ?? ratioOfMedians!, estimate })
}

function changeText(all: readonly Compared[], version: string): string {
  const [own, sql] = [true, false].map((isOwn) =>
    all.filter(({ engine }) => (engine === objectBox) === isOwn),
  )
  const texts = [
    ...(sql!.length > 0 ? [`SQL systems ${overall(sql!)}`] : []),
    ...(own!.length > 0 ? [`ObjectBox ${overall(own!)}`] : []),
  ]
  return `${texts.join(', ')} times as fast in Python ${version}`
}

/** What the other Python changes in one operation, and what that leaves of ObjectBox's lead. */
function resultLine(code: OperationCode, all: readonly Compared[], version: string): string {
  const leads = [
    all.flatMap(({ engine, theirs }) => (theirs === undefined ? [] : { engine, speed: theirs })),
    all.map(({ engine, own: { speed } }) => ({ engine, speed })),
    all.map(({ engine, other: { speed } }) => ({ engine, speed })),
  ].map(leadOf)
  const [theirs, own, other] = leads.map((lead) => (lead === null ? dash : ratioNumber(lead)))
  return `${operationOf(code).name}: ${changeText(all, version)}; ObjectBox ÷ the fastest SQL system: published ${theirs}, in the own Python ${own}, in ${version} ${other}.`
}

const sqliteOf = (all: readonly Compared[], which: 'own' | 'other'): string =>
  all.find((row) => row[which].sqlite !== undefined)?.[which].sqlite ?? dash

/** Every system in the Python it is set up with, and in another. */
export function pythonSection(find: Find, { plan, engines }: Environment): Section | null {
  const version = plan.parts.find(({ python }) => python !== undefined)?.python
  if (version === undefined) return null
  const all = codes.flatMap((code) =>
    studySystems.flatMap((engine) => compared(find, code, engine, version) ?? []),
  )
  if (all.length === 0) return null
  const runtime = engines[all[0]!.engine]?.description.runtime ?? dash
  const [own, other] = [sqliteOf(all, 'own'), sqliteOf(all, 'other')]
  return {
    title: 'Systems in two versions of Python',
    intro: `The own Python is ${runtime.replace('python ', '')}, with SQLite ${own}; Python ${version} has SQLite ${other}. The study ran ${/Python [\d.]+, SQLite [\d.]+/.exec(published.machine)![0]}. Rows per second for test 1, cold, ten async tasks, in operations that hardly wait for syncs; libraries are the same.`,
    tables: [
      {
        caption: '',
        head: ['', 'own Python', `Python ${version}`, 'ratio', 'published'],
        rows: all.map((row) => [
          `${row.code} ${row.engine}`,
          compactSpeed(row.own.speed),
          compactSpeed(row.other.speed),
          ratioText(row.ratio),
          row.theirs === undefined ? dash : compactSpeed(row.theirs),
        ]),
      },
    ],
    lines: [
      ...codes.flatMap((code) => {
        const ofCode = all.filter((row) => row.code === code)
        return ofCode.length > 0 ? [resultLine(code, ofCode, version)] : []
      }),
      `All five operations: ${changeText(all, version)}.`,
    ],
  }
}
