import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { RowrateError } from '@rowrate/core'
import { z } from 'zod'

/** Says who writes a set, and where its stores lie; gone when a run ends in order. */
const occupancySchema = z.object({ pid: z.number().int(), data: z.string() })
type Occupancy = z.infer<typeof occupancySchema>

const fileOf = (directory: string) => join(directory, 'running.json')

/** True where the process lives and is a runner: process ids are used again. */
function isRunner(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`
  return existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes('runner/src/main.ts')
}

function readOccupancy(directory: string): Occupancy | undefined {
  const file = fileOf(directory)
  if (!existsSync(file)) return undefined
  try {
    return occupancySchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Cut short by a kill: then nobody is there any more.
    return undefined
  }
}

/**
 * Takes a set for this process and removes the stores that a killed one left. Throws USAGE where another run is still writing it.
 */
export function occupy(directory: string, data: string): undefined {
  const former = readOccupancy(directory)
  if (former && isRunner(former.pid)) {
    throw new RowrateError(
      'USAGE',
      `${directory} is being written by process ${former.pid}; wait for it or end it first`,
    )
  }
  if (former) rmSync(former.data, { recursive: true, force: true })
  writeFileSync(fileOf(directory), JSON.stringify({ pid: process.pid, data } satisfies Occupancy))
}

export const release = (directory: string): undefined => {
  rmSync(fileOf(directory), { force: true })
}
