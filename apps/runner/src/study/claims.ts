import type { OperationCode, Test } from '@rowrate/core'
import { operationOf, operations, tests } from '@rowrate/core'
import { median } from 'simple-statistics'

import type { Speed, StudyFigures, StudySlice } from './figures.ts'
import { codesOf, publishedFigures } from './figures.ts'
import { studySystems } from './plan.ts'
import type { PublishedClaim } from './published.ts'

/** A speed to ask either side for; null where the side lacks a figure that it needs. */
type Operand = (figures: StudyFigures) => Speed | null

/** One ratio that a claim covers. */
export interface Question {
  readonly label: string
  readonly subject: Operand
  readonly reference: Operand
}

const objectBox = 'objectbox-python'
const sqlSystems = studySystems.filter((engine) => engine !== objectBox)
const asyncSystems = ['sqlalchemy-async', 'tortoise', 'piccolo', 'ormar', 'sqlmodel-async']
const syncSystems = sqlSystems.filter((engine) => !asyncSystems.includes(engine))
const walSystems = ['peewee', 'tortoise']
const pairs = [
  ['sqlalchemy', 'sqlalchemy-async'],
  ['sqlmodel', 'sqlmodel-async'],
] as const

type Mode = 'cold' | 'warm'
const sliceOf = (test: Test, mode: Mode, table: StudySlice['table'] = 'default'): StudySlice => ({
  test,
  table,
  mode,
})

/** An operation's speed, or without a code the geometric mean. */
const speed =
  (engine: string, slice: StudySlice, code?: OperationCode): Operand =>
  (figures) =>
    code === undefined
      ? figures.geometricMean(engine, slice)
      : figures.operation(engine, slice, code)

/** All that the study has of these systems, or null where one is missing: the fastest of some is not the fastest. */
function speedsOf(
  figures: StudyFigures,
  engines: readonly string[],
  slice: StudySlice,
  code?: OperationCode,
) {
  const known = engines
    .map((engine) => speed(engine, slice, code))
    .filter((operand) => operand(publishedFigures) !== null)
    .map((operand) => operand(figures))
  const present = known.filter((each) => each !== null)
  return present.length === known.length && present.length > 0 ? present : null
}

const fastestSql =
  (slice: StudySlice, code?: OperationCode): Operand =>
  (figures) =>
    speedsOf(figures, sqlSystems, slice, code)?.reduce((best, each) =>
      each.median > best.median ? each : best,
    ) ?? null

const middle =
  (engines: readonly string[], slice: StudySlice, code: OperationCode): Operand =>
  (figures) => {
    const speeds = speedsOf(figures, engines, slice, code)
    return speeds && { median: median(speeds.map((each) => each.median)), points: [] }
  }

const nameOfCode = (code: OperationCode) => operationOf(code).name

const inTests = (of: (test: Test) => readonly Question[]): Question[] => tests.flatMap(of)

/** ObjectBox against the fastest SQL system, in operations of the default table, cold. */
const againstFastest = (codes: readonly OperationCode[]): Question[] =>
  inTests((test) =>
    codes.map((code) => ({
      label: `test ${test} ${nameOfCode(code)}`,
      subject: speed(objectBox, sliceOf(test, 'cold'), code),
      reference: fastestSql(sliceOf(test, 'cold'), code),
    })),
  )

const codesNamed = (name: string | undefined): OperationCode[] =>
  name === 'Update and Delete'
    ? ['I', 'J', 'K']
    : operations.filter((operation) => operation.name === name).map(({ code }) => code)

const bulkOverBatch = (engines: readonly string[]): Question[] =>
  inTests((test) =>
    engines.map((engine) => ({
      label: `test ${test} ${engine}`,
      subject: speed(engine, sliceOf(test, 'cold'), 'C'),
      reference: speed(engine, sliceOf(test, 'cold'), 'B'),
    })),
  )

const syncOverAsync = (codes: readonly OperationCode[]): Question[] =>
  inTests((test) =>
    pairs.flatMap(([sync, async]) =>
      codes
        // The exception that the study names itself.
        .filter((code) => !(sync === 'sqlalchemy' && code === 'K' && test === 2))
        .map((code) => ({
          label: `test ${test} ${sync} ${nameOfCode(code)}`,
          subject: speed(sync, sliceOf(test, 'cold'), code),
          reference: speed(async, sliceOf(test, 'cold'), code),
        })),
    ),
  )

const warmOverCold = (engines: readonly string[], code?: OperationCode): Question[] =>
  inTests((test) =>
    engines.map((engine) => ({
      label: `test ${test} ${engine}`,
      subject: speed(engine, sliceOf(test, 'warm'), code),
      reference: speed(engine, sliceOf(test, 'cold'), code),
    })),
  )

const largeOverDefault = (): Question[] =>
  inTests((test) =>
    (['cold', 'warm'] as const).flatMap((mode) =>
      studySystems.map((engine) => ({
        label: `test ${test} ${mode} ${engine}`,
        subject: speed(engine, sliceOf(test, mode, 'large')),
        reference: speed(engine, sliceOf(test, mode)),
      })),
    ),
  )

const walOverRollback = (): Question[] =>
  inTests((test) => [
    {
      label: `test ${test}`,
      subject: middle(walSystems, sliceOf(test, 'cold'), 'A'),
      reference: middle(
        sqlSystems.filter((engine) => !walSystems.includes(engine)),
        sliceOf(test, 'cold'),
        'A',
      ),
    },
  ])

const largeCold = (test: Test, code: OperationCode, [subject, reference]: [string, string]) => [
  {
    label: `test ${test}`,
    subject: speed(subject, sliceOf(test, 'cold', 'large'), code),
    reference: speed(reference, sliceOf(test, 'cold', 'large'), code),
  },
]

function meansAgainstBest({ mode = 'cold' }: PublishedClaim): Question[] {
  const [pass, table] = mode.startsWith('large ')
    ? [mode.slice('large '.length) as Mode, 'large' as const]
    : [mode as Mode, 'default' as const]
  return inTests((test) => [
    {
      label: `test ${test}`,
      subject: speed(objectBox, sliceOf(test, pass, table)),
      reference: fastestSql(sliceOf(test, pass, table)),
    },
  ])
}

/** That one system is the fastest everywhere: a bound, and no range. */
export const fastestEverywhere =
  'cold and default table: ObjectBox fastest in every operation it runs'

const questions: Readonly<Record<string, (claim: PublishedClaim) => Question[]>> = {
  'ObjectBox geometric mean / best SQL system': meansAgainstBest,
  'ObjectBox / fastest SQL system, cold': ({ operation }) => againstFastest(codesNamed(operation)),
  [fastestEverywhere]: () => againstFastest(codesOf(objectBox)),
  'Insert: Bulk / Insert: Batch, SQL systems': () => bulkOverBatch(sqlSystems),
  'Insert: Bulk / Insert: Batch, ObjectBox': () => bulkOverBatch([objectBox]),
  'sync / async (SQLAlchemy, SQLModel), reads': () => syncOverAsync(['D', 'E', 'F']),
  'sync / async, batch and bulk inserts': () => syncOverAsync(['B', 'C']),
  'sync / async, updates and deletes': () => syncOverAsync(['I', 'J', 'K']),
  'warm gain of sync SQL systems': () => warmOverCold(syncSystems),
  'warm gain of ObjectBox': () => warmOverCold([objectBox]),
  'warm gain of ObjectBox, Update: Whole': () => warmOverCold([objectBox], 'I'),
  'warm gain of ObjectBox, Get': () => warmOverCold([objectBox], 'F'),
  'warm / cold of async systems': () => warmOverCold(asyncSystems),
  'large / default geometric mean': largeOverDefault,
  'Insert: Single, WAL / rollback journal': walOverRollback,
  'large table: peewee / ObjectBox, Filter: Small, test 1': () =>
    largeCold(1, 'E', ['peewee', objectBox]),
  'large table: SQLObject / ObjectBox, Update: Partial, test 3': () =>
    largeCold(3, 'J', ['sqlobject', objectBox]),
}

/** The ratios that a claim covers. Throws an Error for a claim that nobody has put into ratios. */
export function questionsOf(claim: PublishedClaim): Question[] {
  const of = questions[claim.claim]
  if (of === undefined) throw new Error(`no ratios for the published claim '${claim.claim}'`)
  return of(claim)
}
