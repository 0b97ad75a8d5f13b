import type {
  Description,
  Operation,
  OperationCode,
  Part,
  PlanSettings,
  SampleKey,
  Test,
} from '@rowrate/core'
import { operations, reasonForAbsence } from '@rowrate/core'

import { blockOrder, permutation } from './order.ts'

type Described = Pick<Description, 'entities' | 'lacks'>

/** One operation of one engine in one block. */
export interface Task {
  readonly key: SampleKey
  readonly part: Part
  /** Place among the engines of this round, from 1. */
  readonly position: number
  /** Why the engine does not have the operation. */
  readonly absent?: string
  /** The operations that its store must hold before, in order. */
  readonly before: readonly OperationCode[]
  /** The store is not needed after it. */
  readonly last: boolean
}

/** One operation of one block: all engines back to back. */
export interface Round {
  readonly block: number
  readonly test: Test
  readonly part: Part
  readonly operation: OperationCode
  readonly tasks: readonly Task[]
}

interface Entry {
  readonly engine: string
  readonly twin: boolean
}

/** Operations that a test has for an engine, whether or not the engine can do them. */
const belongs = (operation: Operation, test: Test, engine: Described): boolean =>
  (!operation.linked || test === 2) && (!operation.touches || engine.entities === 'lazy')

const isMeasured = ({ operations: codes }: Part, { code }: Operation): boolean =>
  codes?.includes(code) ?? true

function roundTask(
  entry: Entry & Described,
  operation: Operation,
  position: number,
  { part, ...key }: Omit<SampleKey, keyof Entry | 'operation'> & { readonly part: Part },
): Task {
  const { engine, twin } = entry
  const own = operations.filter(
    (each) =>
      belongs(each, key.test, entry) && reasonForAbsence(each, entry, key.test) === undefined,
  )
  const absent = reasonForAbsence(operation, entry, key.test)
  const at = own.indexOf(operation)
  return {
    key: { engine, twin, ...key, operation: operation.code },
    part,
    position,
    ...(absent !== undefined && { absent }),
    before: at === -1 ? [] : own.slice(0, at).map(({ code }) => code),
    last: operation === own.findLast((each) => isMeasured(part, each)),
  }
}

/** The rounds of one block of a part: test by test, mode by mode, operation by operation. */
function* blockRounds(
  part: Part,
  block: number,
  entries: readonly (Entry & Described)[],
): Generator<Round> {
  const own = entries.filter(({ engine }) => part.engines?.includes(engine) ?? true)
  for (const test of part.tests) {
    for (const mode of part.modes) {
      for (const operation of operations.filter((each) => isMeasured(part, each))) {
        const { table, journal, variant } = part
        const tasks = own
          .map((entry, index) => ({ entry, position: index + 1 }))
          .filter(({ entry }) => belongs(operation, test, entry))
          .map(({ entry, position }) =>
            roundTask(entry, operation, position, {
              part,
              test,
              table,
              mode,
              journal,
              block,
              ...(variant !== undefined && { variant }),
            }),
          )
        if (tasks.length > 0) yield { block, test, part, operation: operation.code, tasks }
      }
    }
  }
}

/**
 * Every operation of a plan in the order in which it runs: block by block, so that what is compared lies minutes apart. Engines
 * without a description could not be set up and are left out.
 */
export function schedule(
  plan: PlanSettings,
  descriptions: Readonly<Record<string, Described>>,
): Round[] {
  const entries = plan.engines.map((engine) => ({ engine, twin: false }))
  if (plan.twin !== undefined) entries.push({ engine: plan.twin, twin: true })
  const permuted = permutation(entries, plan.workload.seed).flatMap((entry) => {
    const description = descriptions[entry.engine]
    return description ? [{ ...entry, ...description }] : []
  })
  const blocks = Math.max(...plan.parts.map((part) => part.blocks))
  return Array.from({ length: blocks }, (_, index) => index + 1).flatMap((block) =>
    plan.parts
      .filter((part) => block <= part.blocks)
      .flatMap((part) => [...blockRounds(part, block, blockOrder(permuted, block, part.blocks))]),
  )
}
