import type { RegisteredEngine } from '../engines/registry.ts'
import { workerFlags, workerMain } from '../configuration.ts'

/** How a worker process is started; always in the engine's folder. */
export interface WorkerCommand {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

export function commandOf({ command, folder }: RegisteredEngine): WorkerCommand {
  const [file, ...args] = command ?? [process.execPath, ...workerFlags, workerMain]
  return { file: file!, args, cwd: folder }
}
