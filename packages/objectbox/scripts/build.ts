/** Builds `dist/` for publication: ES modules and their types, file by file. */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const packageDirectory = fileURLToPath(new URL('..', import.meta.url))
// The workspace's compiler: the one this package depends on is the older one that typedoc needs.
const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url))

// Another build may still be writing there.
rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true, maxRetries: 10 })
execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
  cwd: packageDirectory,
  stdio: 'inherit',
})
