import type { AnyEntity } from '../entity/entity.ts'
import { PropertyFlag } from '../entity/schema.ts'
import type { QueryHandle } from '../native/addon.ts'
import { ProgramWriter } from '../native/program-writer.ts'
import type { BoundEntity, StoreCore } from '../store/store-core.ts'
import {
  PropertyCondition,
  propertyOf,
  writeConditions,
  type Condition,
  type ParameterWriter,
} from './condition.ts'
import { writeOrder, type OrderRule } from './order.ts'

export type AnyOrder = string | OrderRule | readonly (string | OrderRule)[]

/** Queries and parameters are written one at a time, each handed over before the next. */
const writer = new ProgramWriter()

/** A query as a program for the native side, with what the call that runs it should know. */
export interface QueryProgram {
  /** Valid until the next program is written. */
  readonly bytes: Uint8Array
  readonly aliases: ReadonlyMap<string, ParameterWriter>
  /** Counting is then fastest by the ids, which come from the index alone. */
  readonly isIndexedEquality: boolean
}

export function writeQuery<Entity extends AnyEntity>(
  core: StoreCore,
  bound: BoundEntity,
  condition: Condition<Entity> | undefined,
  order: AnyOrder | undefined,
): QueryProgram {
  const entity = bound.resolved
  const aliases = new Map<string, ParameterWriter>()
  writer.clear()
  if (condition !== undefined) {
    const entityNamed = (name: string) => core.entityNamed(name)
    writeConditions({ writer, entity, aliases, entityNamed }, condition)
  }
  if (order !== undefined) writeOrder(writer, entity, order)
  const isIndexedEquality =
    condition instanceof PropertyCondition &&
    condition.isEquality &&
    (propertyOf(entity, condition.property).flags & PropertyFlag.indexed) !== 0
  return { bytes: writer.bytes(), aliases, isIndexedEquality }
}

export interface CompiledQuery {
  readonly handle: QueryHandle
  readonly isIndexedEquality: boolean
}

const MAXIMUM_CACHED = 32
const MAXIMUM_KEY_BYTES = 512

/**
 * The native queries of a box's one-shot calls, most recently used last. A query too long for a key
 * is closed after its call.
 */
export class QueryCache {
  readonly #core: StoreCore
  readonly #bound: BoundEntity
  readonly #queries = new Map<string, CompiledQuery>()

  constructor(core: StoreCore, bound: BoundEntity) {
    this.#core = core
    this.#bound = bound
  }

  run<Result>(
    condition: Condition | undefined,
    order: AnyOrder | undefined,
    body: (query: CompiledQuery) => Result,
  ): Result {
    const program = writeQuery(this.#core, this.#bound, condition, order)
    if (program.bytes.length > MAXIMUM_KEY_BYTES) return this.#runOnce(program, body)
    return body(this.#cached(program))
  }

  #cached(program: QueryProgram): CompiledQuery {
    const { bytes } = program
    const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
    const known = this.#queries.get(key)
    this.#queries.delete(key)
    const query = known ?? this.#build(program)
    this.#queries.set(key, query)
    if (this.#queries.size > MAXIMUM_CACHED) this.#evictOldest()
    return query
  }

  #runOnce<Result>(program: QueryProgram, body: (query: CompiledQuery) => Result): Result {
    const query = this.#build(program)
    try {
      return body(query)
    } finally {
      this.#core.closeQuery(query.handle)
    }
  }

  #build({ bytes, isIndexedEquality }: QueryProgram): CompiledQuery {
    return { handle: this.#core.buildQuery(this.#bound.resolved.id, bytes), isIndexedEquality }
  }

  #evictOldest(): void {
    for (const [key, { handle }] of this.#queries) {
      this.#queries.delete(key)
      this.#core.closeQuery(handle)
      return
    }
  }
}

/** Writes a new value for the condition of an alias. */
export function writeParameter(
  aliases: ReadonlyMap<string, ParameterWriter>,
  alias: string,
  values: readonly unknown[],
): Uint8Array {
  const write = aliases.get(alias)
  if (write === undefined) {
    const known = [...aliases.keys()].join(', ') || 'none'
    throw new TypeError(`no condition of the query has the alias ${alias}; it has ${known}`)
  }
  writer.clear()
  write(writer, alias, values)
  return writer.bytes()
}
