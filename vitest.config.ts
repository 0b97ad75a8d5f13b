import { fileURLToPath } from 'node:url'

import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Contract tests run real databases with durable commits.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    execArgv: ['--expose-gc'],
    exclude: [...configDefaults.exclude, '**/build/**', '**/.venv*/**'],
    reporters: ['default', fileURLToPath(new URL('tooling/src/closing-line.ts', import.meta.url))],
  },
})
