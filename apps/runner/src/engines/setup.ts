import { RowrateError } from '@rowrate/core'
import { execa } from 'execa'

import { root } from '../configuration.ts'
import { pathWithPnpm } from './package-manager.ts'
import type { RegisteredEngine } from './registry.ts'

/**
 * Runs the set-up script of an engine's package and hands on what it prints, line by line. Throws ENGINE_UNAVAILABLE with the end
 * of its output.
 */
export async function setUp(
  engine: RegisteredEngine,
  signal: AbortSignal,
  onLine: (line: string) => void,
): Promise<undefined> {
  const path = pathWithPnpm()
  if (path === undefined) {
    throw new RowrateError(
      'ENGINE_UNAVAILABLE',
      'its set-up needs pnpm on the PATH; install it with `npm install --global pnpm`',
    )
  }
  const tail: string[] = []
  const subprocess = execa(
    'pnpm',
    ['exec', 'turbo', 'run', 'setup', '--filter', engine.packageName],
    {
      cwd: root,
      env: { ...engine.env, PATH: path },
      stdin: 'ignore',
      all: true,
      reject: false,
      cancelSignal: signal,
    },
  )
  for await (const line of subprocess.iterable({ from: 'all' })) {
    tail.push(line)
    if (tail.length > 20) tail.shift()
    onLine(line)
  }
  const { failed } = await subprocess
  if (failed) {
    throw new RowrateError(
      'ENGINE_UNAVAILABLE',
      `its set-up failed; \`pnpm exec turbo run setup --filter ${engine.packageName}\` shows all of it\n${tail.join('\n')}`,
    )
  }
}
