import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs'

import { messageOf, RowrateError } from '@rowrate/core'
import type { StoresPlan } from '@rowrate/core/stores'
import { execa } from 'execa'

import { descriptorsPerStore } from './configuration.ts'

const dropFile = '/proc/sys/vm/drop_caches'
/** Page cache, directory entries and inodes. */
const dropAll = '3'

/** Soft limit on open files; Node.js raises it to the hard one for itself and its children. */
export function parseOpenFileLimit(limits: string): number {
  const found = /^Max open files\s+(\S+)/m.exec(limits)?.[1]
  return found === undefined || found === 'unlimited' ? Infinity : Number(found)
}

/** Throws USAGE where so many stores can not be open at once. */
export function requireDescriptors(
  { hold }: Pick<StoresPlan, 'hold'>,
  limit = parseOpenFileLimit(readFileSync('/proc/self/limits', 'utf8')),
): undefined {
  const needed = hold * descriptorsPerStore + 100
  if (needed <= limit) return
  throw new RowrateError(
    'USAGE',
    `${hold} open stores may need ${needed} descriptors, and a process may have ${limit}; raise it with \`ulimit -n ${needed}\` or give a smaller --hold`,
  )
}

/** Throws USAGE where this user may not empty the page cache. */
export function requireDropCaches({ dropCaches }: Pick<StoresPlan, 'dropCaches'>): undefined {
  if (!dropCaches) return
  try {
    accessSync(dropFile, constants.W_OK)
  } catch (cause) {
    throw new RowrateError(
      'USAGE',
      `--drop-caches needs to write ${dropFile} (${messageOf(cause)}): run as root, outside of a container that forbids it, or leave it out`,
      { cause },
    )
  }
}

/** Empties the page cache, so that the stores that are opened next come from the disk. */
export async function dropPageCache(): Promise<undefined> {
  // Only clean pages are dropped.
  await execa('sync')
  writeFileSync(dropFile, dropAll)
}
