/**
 * Runs the tests of the runtime API with an addon that AddressSanitizer watches: any read or write
 * outside of its memory, or after it was freed, ends the test's process. Leaks are the matter of
 * `test:memory`: the sanitizer would report those of V8. For gcc on Linux.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nativeDirectory } from '../src/native/paths.ts'
import { buildAddon } from '../src/setup/build-addon.ts'

const packageDirectory = fileURLToPath(new URL('..', import.meta.url))
const runtime = execFileSync('gcc', ['-print-file-name=libasan.so'], { encoding: 'utf8' }).trim()
const directory = mkdtempSync(join(tmpdir(), 'objectbox-asan-'))

try {
  cpSync(join(nativeDirectory, 'src'), join(directory, 'src'), { recursive: true })
  cpSync(join(nativeDirectory, 'binding.gyp'), join(directory, 'binding.gyp'))
  buildAddon({ directory, sanitize: 'address' })
  process.exitCode = runTests(join(directory, 'build', 'Release', 'objectbox.node'))
} finally {
  rmSync(directory, { recursive: true })
}

function runTests(addon: string): number {
  requireInstrumented(addon)
  const vitest = join(packageDirectory, 'node_modules', 'vitest', 'vitest.mjs')
  const tests = join(packageDirectory, 'test', 'runtime')
  const root = join(packageDirectory, '..', '..')
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--root', root, tests], {
    stdio: 'inherit',
    env: {
      ...process.env,
      // Node itself is not instrumented, so the sanitizer must come first by force.
      LD_PRELOAD: runtime,
      // An allocation that is too large must fail as it does without the sanitizer.
      ASAN_OPTIONS: 'detect_leaks=0:abort_on_error=1:allocator_may_return_null=1',
      OBJECTBOX_ADDON: addon,
    },
  })
  return status ?? 1
}

/** Without it the tests would pass and prove nothing. */
function requireInstrumented(addon: string): void {
  const symbols = execFileSync('nm', ['--dynamic', addon], { encoding: 'utf8' })
  if (!symbols.includes('__asan_init')) throw new Error(`${addon} is not instrumented`)
}
