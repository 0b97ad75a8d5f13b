import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'

import { RowrateError } from '@rowrate/core'

/** Busy time since boot, of the machine and of this process with all it started, in clock ticks. */
export interface ProcessorTime {
  readonly atMs: number
  readonly busyTicks: number
  readonly ownTicks: number
}

/** `USER_HZ`, in which Linux reports processor time on every architecture that Node.js runs on. */
export const ticksPerSecond = 100

/** The busy columns of the first line of /proc/stat: user, nice, system, irq, softirq. Waiting and stolen time are not busy. */
export function parseBusyTicks(stat: string): number {
  const columns = stat.slice(0, stat.indexOf('\n')).trim().split(/\s+/).slice(1).map(Number)
  return [0, 1, 2, 5, 6].reduce((sum, index) => sum + (columns[index] ?? 0), 0)
}

/** utime, stime, cutime and cstime of /proc/PID/stat; the command's name in it may hold spaces and parentheses. */
export function parseProcessTicks(stat: string): number {
  const columns = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(columns[index]), 0)
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has ended: its time is in its parent's.
    return undefined
  }
}

/** The time of a process and of its descendants, those that ended and were waited for included. */
function treeTicks(pid: number): number {
  const stat = readIfThere(`/proc/${pid}/stat`)
  if (stat === undefined) return 0
  const children = readIfThere(`/proc/${pid}/task/${pid}/children`) ?? ''
  const pids = children.split(' ').filter((each) => each !== '')
  return pids.reduce((sum, child) => sum + treeTicks(Number(child)), parseProcessTicks(stat))
}

/** Reads in one go, so that no child is reaped between two of the files. Throws where there is no /proc. */
export function readProcessorTime(): ProcessorTime {
  const stat = readIfThere('/proc/stat')
  if (stat === undefined) {
    throw new RowrateError(
      'USAGE',
      'measuring needs /proc/stat to see what else the machine does; run on Linux',
    )
  }
  return {
    atMs: performance.now(),
    busyTicks: parseBusyTicks(stat),
    ownTicks: treeTicks(process.pid),
  }
}

/** The 1-minute load average. */
export const readLoad1 = (): number => Math.round(loadavg()[0]! * 100) / 100
