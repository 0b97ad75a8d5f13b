import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Contract tests run real databases with durable commits.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    execArgv: ['--expose-gc'],
  },
})
