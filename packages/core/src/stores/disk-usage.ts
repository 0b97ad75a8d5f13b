import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Sizes of the files of one or more stores; folders themselves are left out. */
export interface DiskUsage {
  readonly apparentBytes: number
  /** What the file system has given to them. */
  readonly allocatedBytes: number
  readonly files: number
}

/** `st_blocks` counts in these units on every file system. */
const blockBytes = 512

export function diskUsageOf(directory: string): DiskUsage {
  let apparentBytes = 0
  let allocatedBytes = 0
  let files = 0
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) continue
    const { size, blocks } = lstatSync(join(entry.parentPath, entry.name))
    apparentBytes += size
    allocatedBytes += blocks * blockBytes
    files += 1
  }
  return { apparentBytes, allocatedBytes, files }
}

export const sumOfUsage = (usages: readonly DiskUsage[]): DiskUsage => ({
  apparentBytes: usages.reduce((sum, each) => sum + each.apparentBytes, 0),
  allocatedBytes: usages.reduce((sum, each) => sum + each.allocatedBytes, 0),
  files: usages.reduce((sum, each) => sum + each.files, 0),
})
