import { maxForeignCpuCores, minFreeBytes } from '../configuration.ts'
import { memoryFileSystems } from '../report/caveats.ts'
import { duration } from '../report/wording.ts'
import type { MachineFacts } from './machine-facts.ts'

type Fitness = 'good' | 'fair' | 'poor'

/** One thing looked at: what it is, what was found, and what to change where it is not good. */
export interface Finding {
  readonly subject: 'processor' | 'quiet' | 'storage' | 'space' | 'node' | 'tools'
  readonly name: string
  readonly found: string
  readonly fitness: Fitness
  readonly advice?: string
}

type Judge = (facts: MachineFacts) => Finding

const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`

const cores: Judge = ({ machine }) => {
  const base = { subject: 'processor', name: 'cores', found: String(machine.cores) } as const
  if (machine.cores >= 2) return { ...base, fitness: 'good' }
  const advice = 'use a machine with two cores or more: the runner and the worker share this one'
  return { ...base, fitness: 'poor', advice }
}

const governor: Judge = ({ machine }) => {
  const base = { subject: 'processor', name: 'governor', found: machine.governor } as const
  if (machine.governor === 'performance') return { ...base, fitness: 'good' }
  const advice =
    machine.governor === 'not exposed'
      ? 'nothing can be set here; on hardware of your own it can'
      : 'set it for the time of the run: sudo cpupower frequency-set --governor performance'
  return { ...base, fitness: 'fair', advice }
}

const virtual: Judge = ({ machine }) => {
  const base = { subject: 'processor', name: 'machine' } as const
  if (!machine.virtual) return { ...base, found: 'physical', fitness: 'good' }
  const advice = 'compare by ratios within a set: neighbours on the host are invisible from here'
  return { ...base, found: 'virtual', fitness: 'fair', advice }
}

const load: Judge = ({ load1, machine }) => {
  const base = { subject: 'quiet', name: 'load, 1 minute', found: load1.toFixed(2) } as const
  if (load1 < 0.5) return { ...base, fitness: 'good' }
  const advice = 'wait until it is below 0.5, or end what runs beside'
  return { ...base, fitness: load1 < machine.cores ? 'fair' : 'poor', advice }
}

const foreignCpu: Judge = ({ foreignCpuCores }) => {
  const found = `${foreignCpuCores.toFixed(2)} cores`
  const base = { subject: 'quiet', name: 'used by others', found } as const
  if (foreignCpuCores < maxForeignCpuCores) return { ...base, fitness: 'good' }
  const advice = `end other programs: measurements wait while others use ${maxForeignCpuCores} cores or more`
  return { ...base, fitness: 'poor', advice }
}

const memory: Judge = ({ availableMemoryBytes }) => {
  const found = `${gibibytes(availableMemoryBytes)} available`
  const base = { subject: 'space', name: 'memory', found } as const
  if (availableMemoryBytes >= 2 * 2 ** 30) return { ...base, fitness: 'good' }
  return {
    ...base,
    fitness: 'poor',
    advice: 'free 2 GiB, or the stores fall out of the page cache',
  }
}

const remoteFileSystem = /^(nfs|cifs|smb|9p|fuse|virtiofs)/

const fileSystem: Judge = ({ mount, data }) => {
  const found = `${mount.fileSystem} on ${mount.device}, for ${data}`
  const base = { subject: 'storage', name: 'file system', found } as const
  if (memoryFileSystems.includes(mount.fileSystem)) {
    const advice = 'durable commits are free in memory: give --data a directory on a disk'
    return { ...base, fitness: 'poor', advice }
  }
  if (!remoteFileSystem.test(mount.fileSystem)) return { ...base, fitness: 'good' }
  const advice = 'a sync may end on another machine: give --data a directory on a local disk'
  return { ...base, fitness: 'poor', advice }
}

const freeSpace: Judge = ({ freeBytes }) => {
  const base = { subject: 'space', name: 'free space', found: gibibytes(freeBytes) } as const
  if (freeBytes >= 4 * minFreeBytes) return { ...base, fitness: 'good' }
  return { ...base, fitness: 'poor', advice: 'make room: 1 GiB keeps the largest tables' }
}

/** A drive that keeps power long enough, or a host that does not sync, answers faster than flash can be written. */
const implausibleCommitNs = 20_000
/** p99 over median from which on single commits decide a figure. */
const unevenCommits = 5

const commitLatency: Judge = ({ commits, mount }) => {
  const text = (
    [
      ['in place', commits.inPlace],
      ['growing file', commits.growing],
    ] as const
  )
    .map(([name, { medianNs, p99Ns }]) => {
      const tail = p99Ns === null ? 'too slow for a p99' : `p99 ${duration(p99Ns)}`
      return `${duration(medianNs)} ${name} (${tail})`
    })
    .join(', ')
  const base = { subject: 'storage', name: 'durable commit', found: text } as const
  const { medianNs, p99Ns } = commits.inPlace
  if (medianNs < implausibleCommitNs && !memoryFileSystems.includes(mount.fileSystem)) {
    const advice = 'no disk answers so fast: check that syncs are not switched off below'
    return { ...base, fitness: 'poor', advice }
  }
  if (p99Ns !== null && p99Ns / medianNs < unevenCommits) return { ...base, fitness: 'good' }
  const advice = 'commits are uneven: run at least 5 blocks, and trust the paired ratios only'
  return { ...base, fitness: 'fair', advice }
}

const nodeVersion: Judge = ({ node, nodeOptions }) => {
  const options = nodeOptions === '' ? 'no NODE_OPTIONS' : `NODE_OPTIONS ${nodeOptions}`
  const base = { subject: 'node', name: 'Node.js', found: `${node}, ${options}` } as const
  if (nodeOptions === '') return { ...base, fitness: 'good' }
  return { ...base, fitness: 'fair', advice: 'unset NODE_OPTIONS: workers inherit them' }
}

const tools: Judge = ({ tools: versions }) => {
  const missing = Object.entries(versions).flatMap(([name, found]) => (found === null ? name : []))
  const found = Object.entries(versions)
    .map(([name, version]) => version ?? `no ${name}`)
    .join('; ')
  const base = { subject: 'tools', name: 'build tools', found } as const
  if (missing.length === 0) return { ...base, fitness: 'good' }
  const advice = `only engines with a set-up step need them; for those install ${missing.join(', ')}`
  return { ...base, fitness: 'fair', advice }
}

const judges: readonly Judge[] = [
  cores,
  governor,
  virtual,
  load,
  foreignCpu,
  memory,
  fileSystem,
  freeSpace,
  commitLatency,
  nodeVersion,
  tools,
]

export const judgeMachine = (facts: MachineFacts): Finding[] => judges.map((judge) => judge(facts))
