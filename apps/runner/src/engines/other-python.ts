import { resolve } from 'node:path'

import { RowrateError } from '@rowrate/core'
import { execa } from 'execa'

import type { Notice } from './prepare.ts'
import { prepareEngine } from './prepare.ts'
import type { RegisteredEngine } from './registry.ts'

/** A Python beside the one that the Python systems are set up with. */
export interface OtherPython {
  /** Its name on the PATH, or its absolute file. */
  readonly command: string
  /** Such as `3.14.6`. */
  readonly version: string
}

/** Asks a Python for its version. Throws USAGE where it does not run. */
export async function findPython(name: string): Promise<OtherPython> {
  const command = name.includes('/') ? resolve(name) : name
  const script = 'import platform; print(platform.python_version())'
  const { failed, stdout, stderr, originalMessage } = await execa(command, ['-c', script], {
    reject: false,
    stdin: 'ignore',
  })
  if (failed) {
    const reason = stderr.trim().split('\n').at(-1) || originalMessage
    throw new RowrateError(
      'USAGE',
      `--python ${name} does not run: ${reason}; give the command of a Python such as python3.14`,
    )
  }
  return { command, version: stdout }
}

const environmentOf = (version: string): string => `.venv-${version}`

/** An engine of the Python systems in the environment of another Python. */
export const inPython = <Engine extends RegisteredEngine>(
  engine: Engine,
  version: string,
): Engine => ({
  ...engine,
  env: { ...engine.env, ROWRATE_PYTHON_ENVIRONMENT: environmentOf(version) },
})

/** Sets the Python systems up in an environment of another Python, on first use. Throws ENGINE_UNAVAILABLE. */
export async function prepareInPython(
  engine: RegisteredEngine,
  { command, version }: { readonly command: string | undefined; readonly version: string },
  notice: Notice,
  signal: AbortSignal,
): Promise<undefined> {
  const own = inPython(engine, version)
  const env = { ...own.env, ...(command !== undefined && { ROWRATE_PYTHON: command }) }
  const named: Notice = {
    line: (text) => notice.line(`Python ${version}: ${text}`),
    note: (text) => notice.note(text),
  }
  const prepared = await prepareEngine({ ...own, env }, named, signal)
  if (signal.aborted) return
  if ('message' in prepared) {
    throw new RowrateError('ENGINE_UNAVAILABLE', `in Python ${version}: ${prepared.message}`)
  }
  const { runtime } = prepared.probe.description
  if (runtime !== `python ${version}`) {
    throw new RowrateError(
      'ENGINE_UNAVAILABLE',
      `${environmentOf(version)} in ${engine.folder} holds ${runtime}; delete it and give --python again`,
    )
  }
}
