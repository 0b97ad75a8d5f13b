import { statfsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

import type { Environment } from '@rowrate/core'
import { execa } from 'execa'
import si from 'systeminformation'

import { gateWindowMs } from '../configuration.ts'
import { ForeignCpu } from '../machine/foreign-cpu.ts'
import { readLoad1, readProcessorTime } from '../machine/processor-time.ts'
import { measureCommitLatency } from './commit-latency.ts'
import type { CommitLatencies } from './commit-latency.ts'
import { readMachine } from './machine.ts'
import type { Mount } from './mount.ts'
import { mountOf } from './mount.ts'

/** What the fitness of a machine is judged by. */
export interface MachineFacts {
  readonly machine: Environment['machine']
  readonly load1: number
  readonly foreignCpuCores: number
  readonly availableMemoryBytes: number
  readonly data: string
  readonly mount: Mount
  readonly freeBytes: number
  readonly commits: CommitLatencies
  readonly node: string
  readonly nodeOptions: string
  /** First line of each tool's version; null where it is missing. */
  readonly tools: Readonly<Record<'c++' | 'make' | 'python3', string | null>>
}

/** Looks at the machine for about three seconds. Throws USAGE where the data directory can not be written. */
export async function readMachineFacts(data: string): Promise<MachineFacts> {
  const load1 = readLoad1()
  const foreignCpuCores = await watchForeignCpu()
  const commits = await measureCommitLatency(data)
  const [machine, memory, compiler, make, python3] = await Promise.all([
    readMachine(),
    si.mem(),
    versionOf('c++'),
    versionOf('make'),
    versionOf('python3'),
  ])
  const { bavail, bsize } = statfsSync(data)
  return {
    machine,
    load1,
    foreignCpuCores,
    availableMemoryBytes: memory.available,
    data,
    mount: mountOf(data),
    freeBytes: bavail * bsize,
    commits,
    node: process.version,
    nodeOptions: process.env['NODE_OPTIONS'] ?? '',
    tools: { 'c++': compiler, make, python3 },
  }
}

/** Over the same window as the gate before a measurement, before anything else of the doctor runs. */
async function watchForeignCpu(): Promise<number> {
  const foreignCpu = new ForeignCpu()
  foreignCpu.add(readProcessorTime())
  await setTimeout(gateWindowMs)
  foreignCpu.add(readProcessorTime())
  return foreignCpu.cores
}

async function versionOf(command: string): Promise<string | null> {
  const { failed, stdout } = await execa(command, ['--version'], { reject: false })
  return failed ? null : (stdout.split('\n')[0] ?? '')
}
