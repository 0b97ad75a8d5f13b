import { execFileSync } from 'node:child_process'

export const packageDirectory = new URL('../../', import.meta.url)

/** What a Node process of its own prints; its working directory is the package, or `directory`. */
export function runNode(
  args: readonly string[],
  directory: URL | string = packageDirectory,
): string {
  return execFileSync(process.execPath, args, { cwd: directory, encoding: 'utf8' })
}
