import { writeFileSync } from 'node:fs'

import type { Test, WorkloadOptions } from '../src/index.ts'
import {
  digestOf,
  expectedRows,
  expectedState,
  getInputs,
  linesOfState,
  newJournals,
  newLevels,
  operations,
  pageInputs,
  randomStream,
  tests,
} from '../src/index.ts'

const optionsOf = (test: Test): WorkloadOptions => ({
  seed: 42,
  test,
  table: 'default',
  iterations: 25,
  batchSize: 60,
  bulk: true,
})

function goldenOf(test: Test) {
  const options = optionsOf(test)
  const changing = operations.filter(({ kind }) => kind !== 'read')
  return {
    options,
    newJournals: {
      A: newJournals(options, 'A').slice(0, 5),
      B: newJournals(options, 'B').slice(0, 5),
      C: newJournals(options, 'C').slice(0, 5),
    },
    pages: {
      E: pageInputs(options, 'E'),
      L: pageInputs(options, 'L'),
      M: pageInputs(options, 'M'),
    },
    get: getInputs(options),
    newLevels: {
      I: newLevels(options, 'I', expectedRows(options, 'H')),
      J: newLevels(options, 'J', expectedRows(options, 'I')),
    },
    stateDigests: Object.fromEntries(
      changing.map(({ code }) => [
        code,
        digestOf(
          linesOfState(
            options,
            expectedState({ options, completed: code, trimmed: true, linked: false }),
          ),
        ),
      ]),
    ),
  }
}

/** Values that every implementation of the workload must repeat, as JSON: dates are ISO texts. */
export function goldenWorkload(): unknown {
  const random = randomStream(42, 'golden')
  const golden = {
    random: [1, 2, 5, 100, 4_294_967_296].map((size) => ({
      size,
      values: Array.from({ length: 20 }, () => random(0, size - 1)),
    })),
    tests: tests.map(goldenOf),
  }
  return JSON.parse(JSON.stringify(golden)) as unknown
}

/** `node packages/core/test/golden.ts` writes the file anew, after a deliberate change of the workload. */
if (import.meta.main) {
  const file = new URL('../golden/workload.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify(goldenWorkload(), undefined, 1)}\n`)
}
