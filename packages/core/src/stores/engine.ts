import type { Api, JournalMode, Result, Settings } from '../engine.ts'
import { RowrateError } from '../error.ts'
import type { Note } from './notes.ts'

export interface StoreOptions {
  /** The store's own folder, absolute. */
  readonly directory: string
  /** Name of the variant that is measured. */
  readonly variant: string
  /** What is stored, as core expects it. Only `null` reads it. */
  readonly expected: ExpectedNotes
}

export interface ExpectedNotes {
  readonly count: number
  note(id: number): StoredNote
}

/** What a look-up by id gives, however the engine represents a note. */
export interface StoredNote {
  readonly id: number | bigint
  readonly text: string
  readonly ts: number | bigint
}

/** One open store. No method returns void, so that a forgotten promise can not pass for a result. */
export interface NoteStore<A extends Api, N, M> {
  /** Saves all notes in one transaction, durably, by the fastest documented way; returns how many. Ids count from 1. */
  write(notes: readonly N[]): Result<A, number>
  /** The number of notes, asked of the database. */
  count(): Result<A, number>
  get(id: number): Result<A, StoredNote | null | undefined>
  all(): Result<A, readonly StoredNote[]>
  /**
   * The two halves of `write` for the profile, where they can be told apart: notes to what the database takes (bytes, parameters),
   * and saving that in one transaction.
   */
  marshal?(notes: readonly N[]): M
  put?(marshalled: M): Result<A, number>
  /** Settings that bear on durability, read back through the store's own connection. */
  settings(): Result<A, readonly Settings[]>
  /** Returns undefined once everything is closed and another process could open the store. */
  close(): Result<A, undefined>
}

export const storePhases = ['create', 'open', 'hold', 'profile'] as const
export type StorePhase = (typeof storePhases)[number]

/** One row of the report: a way in which an engine creates or opens its stores. */
export interface StoreVariant {
  /** What `--filter` takes and results are kept under; kebab-case, beginning with the engine's name. */
  readonly name: string
  /** Such as `ObjectBox, cached model`. */
  readonly label: string
  /** The system of the published study that this answers to. */
  readonly published?: string
  /** Where the library can marshal in two ways: by code generated for the entity, or by a general library. */
  readonly marshalling?: 'generated' | 'library'
  /** Only these phases are measured; default: all. */
  readonly phases?: readonly StorePhase[]
  /** Environment of the worker process, where the library is switched by it. */
  readonly environment?: Readonly<Record<string, string>>
  /** What the report says about it, below the tables. */
  readonly note?: string
}

/** What an engine implements for the many-stores suite. The loops, the clock, the notes and the judgement are core's. */
export interface StoreEngine<A extends Api = Api, N = unknown, M = unknown> {
  readonly name: string
  readonly api: A
  readonly variants: readonly StoreVariant[]
  /** `none`: nothing is stored, so it is never compared; what the measuring itself costs. */
  readonly storage?: 'none'
  /** Colour and glyph of its rows in charts. */
  readonly family: 'objectbox' | 'sqlite' | 'other'
  /** Journal mode that its stores must read back; absent where the engine has no such setting. */
  readonly journal?: JournalMode
  /** What it does otherwise than the suite says: topic to explanation, a footnote in every report. */
  readonly limits?: Readonly<Record<string, string>>
  /** Why it is shown without being compared. */
  readonly unranked?: string
  /** Makes the object that will be saved, untimed but in the profile. */
  build(note: Note): N
  /** Makes the folder, which does not exist, and in it a store with its schema committed. */
  create(options: StoreOptions): Result<A, NoteStore<A, N, M>>
  /** Opens a store that exists; throws where there is none. */
  open(options: StoreOptions): Result<A, NoteStore<A, N, M>>
}

export type StoreDefinition<A extends Api, N, M> = Omit<StoreEngine<A, N, M>, 'variants'> & {
  /** Default: one, with the engine's own name. */
  readonly variants?: readonly StoreVariant[]
  /** Of the only variant, where `variants` is absent. */
  readonly published?: string
}

export type AnyStoreEngine = StoreEngine<'sync'> | StoreEngine<'async'>
export type AnyNoteStore =
  | NoteStore<'sync', unknown, unknown>
  | NoteStore<'async', unknown, unknown>

const isKebabCase = (name: string) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)

/** Throws ENGINE_INVALID for a name that can not be a key of results. */
export function defineStoreEngine<A extends Api, N, M>({
  published,
  ...definition
}: StoreDefinition<A, N, M>): StoreEngine<A, N, M> {
  const { name } = definition
  const variants = definition.variants ?? [
    { name, label: name, ...(published !== undefined && { published }) },
  ]
  const wrong = variants.find(
    (variant) => !isKebabCase(variant.name) || !variant.name.startsWith(name),
  )
  if (wrong || variants.length === 0) {
    throw new RowrateError(
      'ENGINE_INVALID',
      `store variant '${wrong?.name ?? ''}' of ${name} must be kebab-case and begin with '${name}'`,
    )
  }
  return { ...definition, variants }
}
