import type { Reporter, TestModule } from 'vitest/node'

/** Prints how many tests passed and failed as the last line, in words that any log reader finds. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    let passed = 0
    let skipped = 0
    // A file that does not load has no tests to count, and must not look like a success.
    let failed = modules.filter((module) => module.errors().length > 0).length
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed += 1
        else if (state === 'skipped') skipped += 1
        else failed += 1
      }
    }
    const unrun = skipped > 0 ? `, ${skipped} skipped` : ''
    process.stdout.write(`${passed} passed, ${failed} failed${unrun}\n`)
  }
}
