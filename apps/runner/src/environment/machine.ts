import { existsSync, readFileSync } from 'node:fs'

import type { Environment } from '@rowrate/core'
import si from 'systeminformation'

const governorFile = '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor'

/** Scaling governor of the first core, or `not exposed`, as in most virtual machines. */
export const readGovernor = (file = governorFile): string =>
  existsSync(file) ? readFileSync(file, 'utf8').trim() : 'not exposed'

export async function readMachine(): Promise<Environment['machine']> {
  const [cpu, memory, system, hardware] = await Promise.all([
    si.cpu(),
    si.mem(),
    si.osInfo(),
    si.system(),
  ])
  return {
    cpu: `${cpu.manufacturer} ${cpu.brand}`.trim(),
    cores: cpu.cores,
    governor: readGovernor(),
    memoryBytes: memory.total,
    kernel: system.kernel,
    distribution: `${system.distro} ${system.release}`.trim(),
    virtual: hardware.virtual,
  }
}
