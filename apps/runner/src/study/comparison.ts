import type { OperationCode } from '@rowrate/core'
import { kendallTauB, rankedCodes } from '@rowrate/core'

import { compactSpeed, dash } from '../report/wording.ts'
import type { Speed, StudyFigures, StudySlice } from './figures.ts'
import { publishedFigures } from './figures.ts'
import { studySystems } from './plan.ts'
import type { Section, SectionTable } from './section.ts'

/** Ours and the published speed of one system. */
interface Both {
  readonly engine: string
  readonly ours: number
  readonly theirs: number
}

type Ask = (figures: StudyFigures, engine: string) => Speed | null

const asked =
  (slice: StudySlice, code?: OperationCode): Ask =>
  (figures, engine) =>
    code === undefined
      ? figures.geometricMean(engine, slice)
      : figures.operation(engine, slice, code)

/** The systems that have both figures, in the study's order. */
function both(measured: StudyFigures, ask: Ask): Both[] {
  return studySystems.flatMap((engine) => {
    const ours = ask(measured, engine)?.median
    const theirs = ask(publishedFigures, engine)?.median
    return ours === undefined || theirs === undefined ? [] : [{ engine, ours, theirs }]
  })
}

/** Every other system's ratio to it, here ÷ in the study. */
export function ratioOfRatios(all: readonly Both[], engine: string): number | null {
  const [own, base] = [all.find((each) => each.engine === engine), all[0]]
  return own && base ? own.ours / base.ours / (own.theirs / base.theirs) : null
}

const twoDigits = (value: number | null) => (value === null ? dash : value.toFixed(2))

export const titleOf = ({ test, table, mode }: StudySlice): string =>
  `Test ${test}, ${table} table, ${mode}`

/** `large cold 1`: table where it is not the default, mode, test. */
const shortTitle = ({ test, table, mode }: StudySlice): string =>
  `${table === 'large' ? 'large ' : ''}${mode} ${test}`

function meansTable(measured: StudyFigures, slice: StudySlice): SectionTable {
  const all = both(measured, asked(slice))
  const base = all[0]
  return {
    caption: titleOf(slice),
    head: ['system', 'here', 'published', 'here ÷ base', 'published ÷ base', 'ratio of ratios'],
    rows: all.map(({ engine, ours, theirs }) => [
      engine,
      compactSpeed(ours),
      compactSpeed(theirs),
      twoDigits(base ? ours / base.ours : null),
      twoDigits(base ? theirs / base.theirs : null),
      twoDigits(ratioOfRatios(all, engine)),
    ]),
  }
}

function operationsTable(measured: StudyFigures, slice: StudySlice): SectionTable | null {
  const columns = rankedCodes.map((code) => both(measured, asked(slice, code)))
  const systems = studySystems.filter((name) =>
    columns.some((all) => all.some(({ engine }) => engine === name)),
  )
  if (systems.length === 0) return null
  return {
    caption: titleOf(slice),
    head: ['system', ...rankedCodes],
    rows: systems.map((name) => [
      name,
      ...columns.map((all) => twoDigits(ratioOfRatios(all, name))),
    ]),
  }
}

const definition =
  'Ratio of ratios: (a system’s rows per second ÷ the base’s) here, divided by the same in the study; 1 is the published relation, 2 means that the system is twice as fast against the base as published. The base is the first system of each table, ObjectBox where it took part.'

export const meansSection = (measured: StudyFigures, slices: readonly StudySlice[]): Section => ({
  title: 'Geometric means beside the published',
  intro: definition,
  tables: slices.map((slice) => meansTable(measured, slice)),
  lines: [],
})

const farthestShown = 12

/** The figures that stand farthest from the published ones, in either direction. */
function farthest(measured: StudyFigures, slices: readonly StudySlice[]): string[] {
  const cells = slices.flatMap((slice) =>
    rankedCodes.flatMap((code) => {
      const all = both(measured, asked(slice, code))
      return all.slice(1).flatMap(({ engine }) => {
        const value = ratioOfRatios(all, engine)
        return value === null ? [] : [{ label: `${shortTitle(slice)} ${code} ${engine}`, value }]
      })
    }),
  )
  const distance = ({ value }: { readonly value: number }) => Math.abs(Math.log(value))
  const shown = cells
    .toSorted((left, right) => distance(right) - distance(left))
    .slice(0, farthestShown)
    .map(({ label, value }) => `${label} ${twoDigits(value)}`)
  return shown.length === 0 ? [] : [`Farthest from the published: ${shown.join('; ')}.`]
}

export const operationsSection = (
  measured: StudyFigures,
  slices: readonly StudySlice[],
): Section => ({
  title: 'Operations beside the published, as ratio of ratios',
  intro:
    'A dash: not measured here, or not published. The base is the first system that has both figures of the operation.',
  tables: slices.flatMap((slice) => operationsTable(measured, slice) ?? []),
  lines: farthest(measured, slices),
})

function agreement(measured: StudyFigures, ask: Ask): string {
  const all = both(measured, ask)
  const tau = kendallTauB(
    all.map(({ ours }) => ours),
    all.map(({ theirs }) => theirs),
  )
  return tau === null ? dash : `${tau.toFixed(2)} (${all.length})`
}

/** Kendall's tau between the order of the systems here and in the study. */
export function agreementSection(measured: StudyFigures, slices: readonly StudySlice[]): Section {
  const tables = (['default', 'large'] as const).flatMap((size): SectionTable[] => {
    const own = slices.filter(({ table }) => table === size)
    if (own.length === 0) return []
    const rowOf = (label: string, code?: OperationCode) => [
      label,
      ...own.map((slice) => agreement(measured, asked(slice, code))),
    ]
    const codes = rankedCodes.filter((code) =>
      own.some((slice) => both(measured, asked(slice, code)).length > 1),
    )
    return [
      {
        caption: size === 'large' ? 'Large table' : 'Default table',
        head: ['operation', ...own.map(shortTitle)],
        rows: [...codes.map((code) => rowOf(code, code)), rowOf('mean')],
      },
    ]
  })
  return {
    title: 'Rank agreement with the study',
    intro:
      'Kendall’s tau-b over the systems that have both figures (their number in parentheses), by mode and test: 1 is the published order, 0 none, −1 the reverse.',
    tables,
    lines: [],
  }
}
