import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

import type { Environment } from '@rowrate/core'
import { execa } from 'execa'
import { z } from 'zod'

const manifestSchema = z.object({ version: z.string() })

/** Version of the project, and the commit where it lies in a git repository of its own. */
export async function readRepository(root: string): Promise<Environment['rowrate']> {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { version } = manifestSchema.parse(manifest)
  const top = await git(root, ['rev-parse', '--show-toplevel'])
  if (top === undefined || realpathSync(top) !== realpathSync(root)) return { version }
  const commit = await git(root, ['rev-parse', 'HEAD'])
  const changes = await git(root, ['status', '--porcelain', '--untracked-files=no'])
  if (commit === undefined || changes === undefined) return { version }
  return { version, commit, dirty: changes !== '' }
}

/** Output of a git command; undefined without git, or outside of a repository: a downloaded archive has neither. */
async function git(cwd: string, args: readonly string[]): Promise<string | undefined> {
  const { failed, stdout } = await execa('git', args, { cwd, reject: false })
  return failed ? undefined : stdout
}
