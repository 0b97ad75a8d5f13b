import { RowrateError } from './error.ts'
import type { Id, Journal, Model, NewJournal, Value } from './model.ts'

export type Api = 'sync' | 'async'

/** What a method gives: a sync engine the value itself, so that it never pays a microtask; an async one may promise it. */
export type Result<A extends Api, T> = A extends 'sync' ? T : T | Promise<T>

export type JournalMode = 'delete' | 'wal'

export interface OpenOptions {
  /** The engine's own folder; it exists, and holds what earlier operations of this run stored. */
  readonly directory: string
  /** The database file that a SQLite engine must use: the runner's second reader opens it from another process. */
  readonly file: string
  readonly model: Model
  readonly journal: JournalMode
  /** Called with each statement sent to the database, where the driver can tell; given in untimed passes only. */
  readonly onStatement?: (statement: string) => void
  /** What is stored by now, as core expects it. Only `null` reads it, to have its answers ready. */
  readonly expected: () => readonly (NewJournal & { readonly id: Id })[]
}

export interface WholeUpdate {
  readonly level: number
  readonly text: string
}

/**
 * Writes inside one transaction; each call is one entity, saved as the library's users save one. A unit of work may queue and
 * flush at the transaction's end. Each returns the rows written or queued, normally 1.
 */
export interface Writer<A extends Api, E> {
  insert(entity: E): Result<A, number>
  /** Sets both values on the entity and saves it whole: all columns, or what the library's change tracking finds. */
  update(entity: E, changes: WholeUpdate): Result<A, number>
  /** Sets the level and saves it alone, where the engine can; else the whole entity. */
  updateLevel(entity: E, level: number): Result<A, number>
  remove(entity: E): Result<A, number>
}

export type Relation = 'parent' | 'related' | 'children'

/** One open connection or store. No method returns void, so that a forgotten promise can not pass for a result. */
export interface Session<A extends Api, E> {
  /**
   * Starts a new unit of work (session, entity manager, identity map), untimed, before each pass; returns undefined at once where
   * the library has none.
   */
  begin(): Result<A, undefined>
  /** Makes the entity that will be saved, untimed. */
  build(values: NewJournal): E

  /** A. Saves one new entity and commits, as users of the library do outside of a transaction. Sets its id. Returns 1. */
  insert(entity: E): Result<A, number>
  /** B, I, J, K. Runs `body` in one transaction and returns its result after the commit. */
  transaction(
    body: (writer: Writer<A, E>) => A extends 'sync' ? number : Promise<number>,
  ): Result<A, number>
  /** C. The fastest documented bulk path, one transaction. Returns the new ids in order, or the count when it gets none. */
  insertBulk?(entities: readonly E[]): Result<A, readonly Id[] | number>

  /** D. All entities of a level, in an array. */
  filterByLevel(level: number): Result<A, readonly E[]>
  /** E. At most `limit` entities of a level after skipping `offset`, no ORDER BY. */
  pageByLevel?(level: number, offset: number, limit: number): Result<A, readonly E[]>
  /** F. */
  get(id: Id): Result<A, E | null | undefined>
  /** G. As D, as plain objects keyed by column name, without entity machinery. */
  filterAsObjects?(level: number): Result<A, readonly Readonly<Record<string, unknown>>[]>
  /** H. As D, as arrays of values in the order of `model.columns`. */
  filterAsTuples?(level: number): Result<A, readonly (readonly unknown[])[]>
  /** Every entity, for I, J and K to work on; untimed. */
  all(): Result<A, readonly E[]>

  /** L. A page in id order, with `parent` loaded. */
  pageWithParents?(level: number, offset: number, limit: number): Result<A, readonly E[]>
  /** M. A page in id order, with `related` loaded. */
  pageWithRelated?(level: number, offset: number, limit: number): Result<A, readonly E[]>
  /** N. One entity with its `children` loaded. */
  getWithChildren?(id: Id): Result<A, E | null | undefined>
  /**
   * How a loaded relation is read; without it, or where it gives undefined, the property of that name: an entity, an array, or
   * null.
   */
  relatives?(entity: E, relation: Relation): readonly E[] | undefined
  /** Stores links (empty ones remove them), untimed. Only where no second reader can: `storage: 'directory'`. */
  link?(links: readonly Link[]): Result<A, number>

  /** Settings that bear on the work and its durability, read back through the engine's own connections, one record each. */
  settings(): Result<A, readonly Settings[]>
  /** Returns undefined once everything is closed. */
  close(): Result<A, undefined>
}

export interface Link {
  readonly id: Id
  readonly parent: Id | null
  readonly related: readonly Id[]
}

export type Settings = Readonly<Record<string, string | number>>

/** Parts of the contract that an engine may lack, each with its reason; the operations that need it are dashes. */
export type Feature = 'bulk' | 'pages' | 'objects' | 'tuples' | 'relations'

/**
 * How core reads and restores the store behind the engine's back: `sqlite`: from another process, the connection staying open;
 * `directory`: closed, copied and opened again; `none`: there is nothing stored (never ranked).
 */
export type Storage = 'sqlite' | 'directory' | 'none'

export interface Engine<A extends Api = Api, E = Journal> {
  readonly name: string
  readonly api: A
  readonly storage: Storage
  /** `lazy` where entities have accessors or proxies: then D′, E′ and F′ read every field inside the timer as well. */
  readonly entities: 'plain' | 'lazy'
  readonly lacks?: Partial<Readonly<Record<Feature, string>>>
  /**
   * What the engine does otherwise than the model or the contract says: topic to explanation, a footnote in every report. The
   * topics `datetime`, `decimal` and `json` also let values of that type come back as the database keeps them.
   */
  readonly limits?: Readonly<Record<string, string>>
  /** Why the engine is shown without a rank. */
  readonly unranked?: string
  /** The only journal mode it has, where it has no choice. */
  readonly journal?: JournalMode
  open(options: OpenOptions): Session<A, E> | Promise<Session<A, E>>
}

export type AnyEngine = Engine<'sync', unknown> | Engine<'async', unknown>
export type AnySession = Session<'sync', unknown> | Session<'async', unknown>

export function defineEngine<A extends Api, E>(engine: Engine<A, E>): Engine<A, E> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(engine.name)) {
    throw new RowrateError('ENGINE_INVALID', `engine name '${engine.name}' must be kebab-case`)
  }
  return engine
}

/** A value of an entity by column name; the one place where entities are read without their type. */
export const valueOf = (entity: unknown, name: string): Value | undefined =>
  (entity as Readonly<Record<string, Value | undefined>>)[name]

const unimplementedMark = Symbol('unimplemented')

/** Stands where a new engine still has to be written; the contract test lists what is left. */
export const unimplemented = (method: string): (() => never) =>
  Object.assign(
    () => {
      throw new RowrateError('ENGINE_INVALID', `${method} is not implemented yet`)
    },
    { [unimplementedMark]: true },
  )

export const isUnimplemented = (method: unknown): boolean =>
  typeof method === 'function' && unimplementedMark in method
