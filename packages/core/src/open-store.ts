import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { AnyEngine, AnySession, Link, OpenOptions, Relation, Session } from './engine.ts'
import { valueOf } from './engine.ts'
import { RowrateError } from './error.ts'
import { expectedRows } from './expectation.ts'
import { models } from './model.ts'
import type { OperationCode } from './operations.ts'
import type { WorkloadOptions } from './workload.ts'

export interface OpenStoreOptions {
  readonly engine: AnyEngine
  readonly options: WorkloadOptions
  readonly directory: string
  readonly journal: 'delete' | 'wal'
  readonly previous?: OperationCode | undefined
  readonly onStatement?: (statement: string) => void
}

/** The one database file of a SQLite engine. */
export const databaseFile = (directory: string): string => join(directory, 'db.sqlite3')

/** An engine's open session, which the store's administration may close and open again. */
export class OpenStore {
  readonly engine: AnyEngine
  readonly options: WorkloadOptions
  readonly directory: string
  readonly #openOptions: OpenOptions
  #session: AnySession | undefined

  private constructor({ engine, options, directory, journal, ...rest }: OpenStoreOptions) {
    this.engine = engine
    this.options = options
    this.directory = directory
    this.#openOptions = {
      directory,
      file: databaseFile(directory),
      model: models[options.test],
      journal: engine.journal ?? journal,
      expected: () => expectedRows(options, rest.previous),
      ...(rest.onStatement && { onStatement: rest.onStatement }),
    }
  }

  static async open(options: OpenStoreOptions): Promise<OpenStore> {
    const store = new OpenStore(options)
    await mkdir(store.directory, { recursive: true })
    await store.open()
    return store
  }

  get session(): AnySession {
    if (!this.#session) throw new RowrateError('STORAGE_FAILED', `${this.engine.name} is closed`)
    return this.#session
  }

  async open(): Promise<undefined> {
    this.#session = await this.engine.open(this.#openOptions)
  }

  async close(): Promise<undefined> {
    const session = this.#session
    this.#session = undefined
    await session?.close()
  }

  /** A loaded relation of an entity, as a list. */
  relativesOf = (entity: unknown, relation: Relation): readonly unknown[] => {
    const session = this.session as Session<'sync', unknown>
    const relatives = session.relatives?.(entity, relation)
    if (relatives !== undefined) return relatives
    const value = valueOf(entity, relation) as unknown
    if (value === null || value === undefined) return []
    return Array.isArray(value) ? (value as unknown[]) : [value]
  }

  /** Links or unlinks through the engine itself, where no second reader can. */
  async link(links: readonly Link[]): Promise<undefined> {
    const session = this.session as Session<'async', unknown>
    if (!session.link) {
      throw new RowrateError(
        'ENGINE_INVALID',
        `${this.engine.name}: storage '${this.engine.storage}' with relations needs link()`,
      )
    }
    await session.link(links)
  }
}
