import { readdirSync, readFileSync } from 'node:fs'

import { z } from 'zod'

import { quiesce } from '../timing.ts'

/** What this process holds, as the kernel counts it. */
export const processStateSchema = z.object({
  residentBytes: z.number().int(),
  /** Resident pages that no file backs: the process' own memory. */
  anonymousBytes: z.number().int(),
  descriptors: z.number().int(),
  threads: z.number().int(),
})
export type ProcessState = z.infer<typeof processStateSchema>

/** Bytes of a field of smaps_rollup, which counts in kB; throws where the kernel does not give it. */
export function parseMemoryField(text: string, field: string): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)
  if (!found) throw new Error(`/proc/self/smaps_rollup has no ${field}; run on Linux 4.14 or later`)
  return Number(found[1]) * 1024
}

/** The descriptor that reads the folder is counted too, in every reading alike. */
export const countDescriptors = (): number => readdirSync('/proc/self/fd').length

/** Collects garbage first, so that it is not taken for what open stores need. */
export function readProcessState(): ProcessState {
  quiesce()
  const memory = readFileSync('/proc/self/smaps_rollup', 'utf8')
  return {
    residentBytes: parseMemoryField(memory, 'Rss'),
    anonymousBytes: parseMemoryField(memory, 'Anonymous'),
    descriptors: countDescriptors(),
    threads: readdirSync('/proc/self/task').length,
  }
}
