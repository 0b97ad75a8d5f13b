import type { RegisteredEngine } from '../engines/registry.ts'
import { workerFlags, workerMain } from '../configuration.ts'

/** How a worker process is started; always in the engine's folder. */
export interface WorkerCommand {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

/** The engine's own command, or Node.js with `main`. */
export function commandOf(
  { command, folder, env }: Pick<RegisteredEngine, 'command' | 'folder' | 'env'>,
  main: string = workerMain,
): WorkerCommand {
  const [file, ...args] = command ?? [process.execPath, ...workerFlags, main]
  return { file: file!, args, cwd: folder, ...(env && { env }) }
}
