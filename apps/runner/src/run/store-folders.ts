import { rmSync } from 'node:fs'
import { join } from 'node:path'

import type { OperationCode, SampleKey } from '@rowrate/core'
import { operationOf } from '@rowrate/core'

import type { Worker } from '../worker/worker.ts'

/** One store: an engine's data directory for one test, table, mode and journal of one block. */
export interface StoreFolder {
  readonly directory: string
  /** The changing operations that it holds, in order. */
  readonly holds: OperationCode[]
  /** The operation that failed in it; nothing runs after that. */
  failed?: OperationCode
  /** The worker that serves all of its operations, where one does. */
  worker?: Worker
}

const storeName = ({ engine, twin, test, table, mode, journal, block, variant }: SampleKey) =>
  [
    engine,
    ...(twin ? ['twin'] : []),
    `test${test}`,
    table,
    mode,
    journal,
    `block${block}`,
    ...(variant === undefined ? [] : [variant.replaceAll(/\W+/g, '-')]),
  ].join('-')

export const changesStore = (code: OperationCode): boolean => operationOf(code).kind !== 'read'

/** The operations of a list that leave something in a store. */
export const changing = (codes: readonly OperationCode[]): OperationCode[] =>
  codes.filter(changesStore)

/** The stores of a run, each below `data`, and the workers that stay with them. */
export class StoreFolders {
  readonly data: string
  readonly #keep: boolean
  readonly #folders = new Map<string, StoreFolder>()

  constructor(data: string, keep: boolean) {
    this.data = data
    this.#keep = keep
  }

  of(key: SampleKey): StoreFolder {
    const name = storeName(key)
    const present = this.#folders.get(name)
    if (present) return present
    const folder: StoreFolder = { directory: join(this.data, name), holds: [] }
    this.#folders.set(name, folder)
    return folder
  }

  /** Empties a store, so that it can be built anew. */
  async clear(key: SampleKey): Promise<undefined> {
    const folder = this.of(key)
    await this.#endWorker(folder)
    this.#delete(folder)
    folder.holds.length = 0
  }

  /** The store is not needed any more. */
  async finish(key: SampleKey): Promise<undefined> {
    const folder = this.of(key)
    await this.#endWorker(folder)
    if (!this.#keep) this.#delete(folder)
    this.#folders.delete(storeName(key))
  }

  /** Ends the workers that are still there. */
  async endWorkers(): Promise<undefined> {
    await Promise.all([...this.#folders.values()].map((folder) => this.#endWorker(folder)))
  }

  async #endWorker(folder: StoreFolder): Promise<undefined> {
    await folder.worker?.end()
    delete folder.worker
  }

  #delete({ directory }: StoreFolder): undefined {
    rmSync(directory, { recursive: true, force: true })
    // Where core puts a directory's state aside.
    rmSync(`${directory}.snapshot`, { recursive: true, force: true })
  }
}
