import type { AnyEngine, AnySession, Relation, Session, Writer } from './engine.ts'
import type { Json } from './model.ts'
import { models, valueColumns } from './model.ts'
import type { Operation, OperationCode } from './operations.ts'
import type { Page } from './workload.ts'

/** The inputs of an operation, made before the clock starts. */
export type Inputs = readonly unknown[]

export interface Drive {
  readonly inputs: Inputs
  /** From which input on the answers are kept for judgement; keeping all would charge their collection to the engine. */
  readonly keepFrom: number
}

/** What the timed region gives: the rows it counted and the answers it kept. */
export interface Driven {
  rows: number
  readonly answers: unknown[]
}

type Step<R> = (input: never) => R
type Size = (answer: never) => number

const lengthOf: Size = (answer: readonly unknown[]) => answer.length
const numberOf: Size = (answer: number) => answer
/** A bulk insert answers with its ids or with their number. */
const idsOrNumber: Size = (answer: number | readonly unknown[]) =>
  typeof answer === 'number' ? answer : answer.length
const presence: Size = (answer: unknown) => (answer === null || answer === undefined ? 0 : 1)

/** True where an answer is one entity. */
export const isSingle = ({ code }: Operation): boolean => code.startsWith('F') || code === 'N'

/** How the rows of one answer are counted. */
function sizeOf(operation: Operation): Size {
  if (operation.kind !== 'read') {
    return operation.shape === 'bulk' ? idsOrNumber : numberOf
  }
  return isSingle(operation) ? presence : lengthOf
}

/** The timed loop of sync engines. */
function driveSync(
  { inputs, keepFrom }: Drive,
  step: Step<unknown>,
  size: Size,
  driven: Driven,
): number {
  let rows = 0
  for (let index = 0; index < inputs.length; index += 1) {
    const answer = step(inputs[index] as never)
    rows += size(answer as never)
    if (index >= keepFrom) driven.answers.push(answer)
  }
  return rows
}

/** The timed loop of async engines: one call at a time. */
async function driveAsync(
  { inputs, keepFrom }: Drive,
  step: Step<unknown>,
  size: Size,
  driven: Driven,
): Promise<number> {
  let rows = 0
  for (let index = 0; index < inputs.length; index += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the calls are measured one after the other
    const answer = await step(inputs[index] as never)
    rows += size(answer as never)
    if (index >= keepFrom) driven.answers.push(answer)
  }
  return rows
}

interface Change {
  readonly entity: unknown
  readonly level: number
  readonly text: string
}

/** Reads every own or inherited field of an entity, as a user of a lazy one would pay for. */
function touch<A>(fields: readonly string[], answer: A): A {
  let seen = 0
  const entities = Array.isArray(answer) ? (answer as unknown[]) : [answer]
  for (const entity of entities) {
    const record = entity as Readonly<Record<string, Json>>
    for (let index = 0; index < fields.length; index += 1) {
      if (record[fields[index]!] !== undefined) seen += 1
    }
  }
  if (seen === 0 && entities.length > 0 && entities[0] !== undefined)
    throw new Error('no field read')
  return answer
}

/** The engine's own call for one input of a reading or inserting operation. */
function callOf(session: AnySession, code: OperationCode): Step<unknown> {
  const s = session as Session<'sync', unknown>
  switch (code) {
    case 'A':
      return (entity: unknown) => s.insert(entity)
    case 'C':
      return (entities: readonly unknown[]) => s.insertBulk!(entities)
    case 'D':
    case "D'":
      return (level: number) => s.filterByLevel(level)
    case 'E':
    case "E'":
      return ({ level, offset, limit }: Page) => s.pageByLevel!(level, offset, limit)
    case 'F':
    case "F'":
      return (id: number) => s.get(id)
    case 'G':
      return (level: number) => s.filterAsObjects!(level)
    case 'H':
      return (level: number) => s.filterAsTuples!(level)
    case 'L':
      return ({ level, offset, limit }: Page) => s.pageWithParents!(level, offset, limit)
    case 'M':
      return ({ level, offset, limit }: Page) => s.pageWithRelated!(level, offset, limit)
    case 'N':
      return (id: number) => s.getWithChildren!(id)
    default:
      throw new TypeError(`operation ${code} runs in a transaction`)
  }
}

/** The writer's call for one input of an operation in a transaction. */
function writeOf(writer: Writer<'sync' | 'async', unknown>, code: OperationCode): Step<unknown> {
  switch (code) {
    case 'B':
      return (entity: unknown) => writer.insert(entity)
    case 'I':
      return (change: Change) => writer.update(change.entity, change)
    case 'J':
      return (change: Change) => writer.updateLevel(change.entity, change.level)
    case 'K':
      return (entity: unknown) => writer.remove(entity)
    default:
      throw new TypeError(`operation ${code} does not write in a transaction`)
  }
}

function stepOf(session: AnySession, operation: Operation, fields: readonly string[]) {
  const call = callOf(session, operation.code)
  if (!operation.touches) return call
  return (input: never) => {
    const answer = call(input)
    return answer instanceof Promise
      ? answer.then((value: unknown) => touch(fields, value))
      : touch(fields, answer)
  }
}

/** Everything inside the clock, of a sync session. `fields` are read by the operations that touch. */
function bodySync(
  session: Session<'sync', unknown>,
  operation: Operation,
  drive: Drive,
  fields: readonly string[],
): (driven: Driven) => undefined {
  const size = sizeOf(operation)
  if (operation.shape === 'transaction') {
    return (driven) => {
      driven.rows = session.transaction((writer) =>
        driveSync(drive, writeOf(writer, operation.code), size, driven),
      )
    }
  }
  const step = stepOf(session, operation, fields)
  return (driven) => {
    driven.rows = driveSync(drive, step, size, driven)
  }
}

/** Everything inside the clock, of an async session. */
function bodyAsync(
  session: Session<'async', unknown>,
  operation: Operation,
  drive: Drive,
  fields: readonly string[],
): (driven: Driven) => Promise<undefined> {
  const size = sizeOf(operation)
  if (operation.shape === 'transaction') {
    return async (driven) => {
      driven.rows = await session.transaction((writer) =>
        driveAsync(drive, writeOf(writer, operation.code), size, driven),
      )
    }
  }
  const step = stepOf(session, operation, fields)
  return async (driven) => {
    driven.rows = await driveAsync(drive, step, size, driven)
  }
}

/** The fields that operations read which touch their entities. */
export const fieldsOf = ({ test }: { readonly test: keyof typeof models }): readonly string[] =>
  valueColumns(models[test]).map(({ name }) => name)

/** The timed body of a store's session, whichever its kind. */
export const bodyOf = (
  { engine, session }: { readonly engine: AnyEngine; readonly session: AnySession },
  operation: Operation,
  drive: Drive,
  fields: readonly string[],
): ((driven: Driven) => undefined | Promise<undefined>) =>
  engine.api === 'sync'
    ? bodySync(session as Session<'sync', unknown>, operation, drive, fields)
    : bodyAsync(session as Session<'async', unknown>, operation, drive, fields)

/** Runs an operation's body outside of any clock. */
export async function untimedBody(
  store: {
    readonly engine: AnyEngine
    readonly session: AnySession
    readonly options: { readonly test: keyof typeof models }
  },
  operation: Operation,
  drive: Drive,
): Promise<Driven> {
  const driven: Driven = { rows: 0, answers: [] }
  await bodyOf(store, operation, drive, fieldsOf(store.options))(driven)
  return driven
}

export type { Change }
export type RelativesOf = (entity: unknown, relation: Relation) => readonly unknown[]
