import type { Form, ReadValue } from './digest.ts'
import { canonicalRow, digestOf, firstDifference } from './digest.ts'
import type { Drive, Driven, RelativesOf } from './drive.ts'
import { isSingle } from './drive.ts'
import type { Relation } from './engine.ts'
import { valueOf } from './engine.ts'
import { RowrateError } from './error.ts'
import { expectedLinks, expectedRows } from './expectation.ts'
import type { Column, Id } from './model.ts'
import { models, valueColumns } from './model.ts'
import type { Operation } from './operations.ts'
import type { Page, StoredJournal, WorkloadOptions } from './workload.ts'

export interface Judged {
  /** Rows that the operation wrote or gave, loaded relatives included. */
  readonly rows: number
  /** Of the answers in canonical form; absent where the operation only writes. */
  readonly digest?: string
  /** A page was another valid slice than the one in id order. */
  readonly otherSlice?: true
}

export interface Case {
  readonly operation: Operation
  readonly options: WorkloadOptions
  readonly limits: Readonly<Record<string, string>>
  readonly relativesOf: RelativesOf
}

type Lines = readonly string[]

const relationOf = (operation: Operation): Relation | undefined =>
  ({ L: 'parent', M: 'related', N: 'children' } as const)[operation.code as 'L' | 'M' | 'N']

/** The answers as an engine must give them, from the seeded expectation alone. */
class Expectation {
  readonly rows: readonly StoredJournal[]
  readonly #columns: readonly Column[]
  readonly #byId: ReadonlyMap<Id, StoredJournal>
  readonly #relatives: ReadonlyMap<Id, readonly Id[]>

  constructor({ operation, options }: Case) {
    this.rows = expectedRows(options, operation.code)
    this.#columns = valueColumns(models[options.test])
    this.#byId = new Map(this.rows.map((row) => [row.id, row]))
    const links = operation.linked ? expectedLinks(this.rows) : []
    const relation = relationOf(operation)
    this.#relatives = new Map(
      links.map(({ id, parent, related }) => {
        if (relation === 'related') return [id, related]
        if (relation === 'parent') return [id, parent === null ? [] : [parent]]
        return [id, links.filter((each) => each.parent === id).map((each) => each.id)]
      }),
    )
  }

  answer(operation: Operation, input: unknown): readonly StoredJournal[] {
    const { code } = operation
    if (isSingle(operation)) return [this.#byId.get(input as Id)!]
    if (code.startsWith('D') || code === 'G' || code === 'H') {
      return this.rows.filter(({ level }) => level === input)
    }
    const { level, offset, limit } = input as Page
    return this.rows.filter((row) => row.level === level).slice(offset, offset + limit)
  }

  relatives(row: StoredJournal): readonly StoredJournal[] {
    return (this.#relatives.get(row.id) ?? []).map((id) => this.#byId.get(id)!)
  }

  line(row: StoredJournal): string {
    const own = canonicalRow(this.#columns, ({ name }) => row[name], 'entity')
    const others = this.relatives(row).map((each) =>
      canonicalRow(this.#columns, ({ name }) => each[name], 'entity'),
    )
    return [own, ...others.toSorted()].join('>')
  }
}

/** Types whose values a declared limit lets come back as the database keeps them. */
const loosened: ReadonlySet<Column['type']> = new Set(['datetime', 'decimal', 'json'])

/** An engine's answer in canonical lines. */
function actualLines({ operation, options, limits, relativesOf }: Case, answer: unknown): Lines {
  const model = models[options.test]
  const columns = valueColumns(model)
  const projected = operation.code === 'G' || operation.code === 'H'
  const formOf = ({ type }: Column): Form =>
    projected || (loosened.has(type) && limits[type] !== undefined) ? 'stored' : 'entity'
  const line = (read: ReadValue) =>
    columns
      .map((column, index) => canonicalRow([column], () => read(column, index), formOf(column)))
      .join('')
  if (operation.code === 'H') {
    return (answer as readonly (readonly unknown[])[]).map((tuple) =>
      line((_, index) => tuple[index]),
    )
  }
  const relation = relationOf(operation)
  const entityLine = (entity: unknown) => line(({ name }) => valueOf(entity, name))
  const entities = Array.isArray(answer) ? (answer as unknown[]) : [answer]
  return entities.map((entity) => {
    const own = entityLine(entity)
    if (!relation) return own
    return [own, ...relativesOf(entity, relation).map(entityLine).toSorted()].join('>')
  })
}

const mismatch = (operation: Operation, index: number, message: string) =>
  new RowrateError(
    'RESULT_MISMATCH',
    `operation ${operation.code} (${operation.name}), answer ${index}: ${message}`,
  )

/** True for a page that holds as many different rows of the level as the expected one, but others. */
function isOtherSlice(actual: Lines, expected: Lines, ofLevel: ReadonlySet<string>): boolean {
  return (
    actual.length === expected.length &&
    new Set(actual).size === actual.length &&
    actual.every((line) => ofLevel.has(line))
  )
}

function judgeReads(subject: Case, drive: Drive, driven: Driven): Judged {
  const { operation } = subject
  const expectation = new Expectation(subject)
  const lines: string[] = []
  let otherSlice = false
  driven.answers.forEach((answer, at) => {
    const index = drive.keepFrom + at
    const input = drive.inputs[index]
    const paged = operation.code.startsWith('E')
    const inOrder = paged || operation.code === 'L' || operation.code === 'M'
    const order = (each: Lines) => (inOrder ? each : each.toSorted())
    const actual = order(actualLines(subject, answer))
    const expected = order(expectation.answer(operation, input).map((row) => expectation.line(row)))
    const difference = firstDifference(actual, expected)
    if (difference !== undefined) {
      const ofLevel = new Set(
        paged
          ? expectation.rows
              .filter(({ level }) => level === (input as Page).level)
              .map((row) => expectation.line(row))
          : [],
      )
      if (!paged || !isOtherSlice(actual, expected, ofLevel)) {
        throw mismatch(operation, index, difference)
      }
      otherSlice = true
    }
    lines.push(`#${index}`, ...actual)
  })
  const answers = drive.inputs.map((input) => expectation.answer(operation, input))
  const roots = answers.reduce((sum, rows) => sum + rows.length, 0)
  if (driven.rows !== roots) {
    throw mismatch(operation, 0, `${driven.rows} rows in all, expected ${roots}`)
  }
  const relatives = answers.flat().reduce((sum, row) => sum + expectation.relatives(row).length, 0)
  return {
    rows: roots + relatives,
    digest: digestOf(lines),
    ...(otherSlice ? { otherSlice } : {}),
  }
}

/** Judges what an operation answered; the end state is judged apart, by a second reader. */
export function judgeAnswers(subject: Case, drive: Drive, driven: Driven): Judged {
  const { operation } = subject
  if (operation.kind === 'read') return judgeReads(subject, drive, driven)
  const expected =
    operation.shape === 'bulk'
      ? (drive.inputs[0] as readonly unknown[]).length
      : drive.inputs.length
  if (driven.rows !== expected) {
    throw mismatch(operation, 0, `${driven.rows} rows reported as written, expected ${expected}`)
  }
  return { rows: driven.rows }
}

/** Canonical lines of stored rows, sorted; the form in which end states are compared. */
export function stateLines(
  columns: readonly Column[],
  rows: readonly unknown[],
  links: readonly string[],
): string[] {
  const lines = rows.map((row) => canonicalRow(columns, ({ name }) => valueOf(row, name), 'stored'))
  return [...lines.toSorted(), ...links.toSorted()]
}
