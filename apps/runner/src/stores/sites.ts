import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Site } from '@rowrate/core/stores'

import { memoryFolder } from './configuration.ts'
import { siteText } from './schedule.ts'

const memoryPrefix = 'rowrate-stores-'

/** What a run that was killed left in memory, where nobody would find it. */
export function removeAbandoned(folder = memoryFolder): undefined {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const pid = new RegExp(`^${memoryPrefix}(\\d+)-`).exec(name)?.[1]
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue
    rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** One site's folder and how many stores it holds. */
export interface SiteFolder {
  readonly root: string
  holds: number
  /** Why nothing more runs on it. */
  failed?: string
}

/** The folders of a run's stores. */
export class Sites {
  readonly #data: string
  readonly #keep: boolean
  readonly #sites = new Map<string, SiteFolder>()
  #memory: string | undefined

  constructor(data: string, keep: boolean) {
    this.#data = data
    this.#keep = keep
  }

  /** The folder of a site, made on first use. */
  of(site: Site): SiteFolder {
    const name = siteText(site)
    const known = this.#sites.get(name)
    if (known) return known
    const folder: SiteFolder = { root: join(this.base(site), name), holds: 0 }
    mkdirSync(folder.root, { recursive: true })
    this.#sites.set(name, folder)
    return folder
  }

  /** The folder on the site's file system. */
  base({ place }: Pick<Site, 'place'>): string {
    if (place === 'disk') return this.#data
    this.#memory ??= mkdtempSync(join(memoryFolder, `${memoryPrefix}${process.pid}-`))
    return this.#memory
  }

  /** Removes the stores of a site that is done with. */
  async finish(site: Site): Promise<undefined> {
    const folder = this.#sites.get(siteText(site))
    if (!folder || this.#keep) return
    await rm(folder.root, { recursive: true, force: true })
    folder.holds = 0
  }

  /** Stores in memory are never kept: they would take it until the next start of the machine. */
  end(): undefined {
    if (this.#memory !== undefined) rmSync(this.#memory, { recursive: true, force: true })
  }
}
