import { spawnSync } from 'node:child_process'

export interface CommandResult {
  /** Null when the command was ended by a signal. */
  readonly exitCode: number | null
  readonly output: string
}

/** Runs a command to its end; undefined when there is no such command. */
export function runCommand(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): CommandResult | undefined {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: environment,
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error !== undefined) {
    if ('code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  return { exitCode: status, output: `${stdout}${stderr}` }
}

/** The end of what a failed command said, where its reason usually stands. */
export function lastLines(output: string, count = 12): string {
  return output.trimEnd().split('\n').slice(-count).join('\n')
}
