import { readFileSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'

export interface Mount {
  /** Such as `ext4`. */
  readonly fileSystem: string
  /** Such as `/dev/vda`. */
  readonly device: string
}

/** The file system that holds a directory. Throws where the directory or /proc is missing. */
export const mountOf = (directory: string): Mount =>
  findMount(readFileSync('/proc/self/mountinfo', 'utf8'), realpathSync(directory))

/** Finds the mount with the longest mount point above `path`; of several at one point the last, which hides the others. */
export function findMount(mountinfo: string, path: string): Mount {
  let found: (Mount & { readonly point: string }) | undefined
  for (const line of mountinfo.split('\n')) {
    const [place = '', source = ''] = line.split(' - ')
    const point = unescape(place.split(' ')[4] ?? '')
    const [fileSystem, device] = source.split(' ')
    if (fileSystem === undefined || device === undefined || !isAbove(point, path)) continue
    if (found === undefined || point.length >= found.point.length) {
      found = { point, fileSystem, device: unescape(device) }
    }
  }
  if (found === undefined) throw new Error(`no file system is mounted above ${path}`)
  return { fileSystem: found.fileSystem, device: found.device }
}

const isAbove = (point: string, path: string): boolean =>
  point === sep || path === point || path.startsWith(point + sep)

/** The kernel writes space, tab, newline and backslash as octal numbers: proc_pid_mountinfo(5). */
const unescape = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCodePoint(Number.parseInt(octal, 8)),
  )
