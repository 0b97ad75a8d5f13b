import type { Change, Drive, Inputs } from './drive.ts'
import { isSingle } from './drive.ts'
import type { Session } from './engine.ts'
import { valueOf } from './engine.ts'
import { RowrateError } from './error.ts'
import { expectedRows } from './expectation.ts'
import type { Id } from './model.ts'
import type { OpenStore } from './open-store.ts'
import type { Operation } from './operations.ts'
import type { WorkloadOptions } from './workload.ts'
import { filterInputs, getInputs, levels, newJournals, newLevels, pageInputs } from './workload.ts'

const idOf = (entity: unknown): Id => Number(valueOf(entity, 'id'))

/** The stored entities in id order, loaded through the session that will change them. */
async function loadAll(store: OpenStore): Promise<unknown[]> {
  const session = store.session as Session<'async', unknown>
  const entities = [...(await session.all())]
  return entities.toSorted((a, b) => idOf(a) - idOf(b))
}

/** Each entity with its new values. */
async function changes(store: OpenStore, code: 'I' | 'J'): Promise<Change[]> {
  const { options } = store
  const before = expectedRows(options, code === 'I' ? 'H' : 'I')
  const level = newLevels(options, code, before)
  const entities = await loadAll(store)
  if (entities.length !== before.length) {
    throw new RowrateError(
      'RESULT_MISMATCH',
      `operation ${code}: all() gave ${entities.length} entities, expected ${before.length}`,
    )
  }
  return entities.map((entity, index) => ({
    entity,
    level: level[index]!,
    text: `${before[index]!.text} Update`,
  }))
}

function readInputs(options: WorkloadOptions, operation: Operation): Inputs {
  switch (operation.code) {
    case 'D':
    case "D'":
    case 'G':
    case 'H':
      return filterInputs()
    case 'E':
    case "E'":
      return pageInputs(options, 'E')
    case 'L':
    case 'M':
      return pageInputs(options, operation.code)
    case 'N':
      return expectedRows(options, 'A').map(({ id }) => id)
    default:
      return getInputs(options)
  }
}

// A small integer, never Infinity: another kind of number would make the compiled loop worthless.
const keepingNone = (inputs: Inputs): Drive => ({ inputs, keepFrom: inputs.length })

/** Makes everything that an operation will be given, before the clock starts. Nothing is read but what I, J and K load. */
export async function prepare(store: OpenStore, operation: Operation): Promise<Drive> {
  const { options, session } = store
  const { code } = operation
  if (code === 'A' || code === 'B' || code === 'C') {
    const entities = newJournals(options, code).map((values) => session.build(values))
    return code === 'C' ? { inputs: [entities], keepFrom: 0 } : keepingNone(entities)
  }
  if (code === 'I' || code === 'J') return keepingNone(await changes(store, code))
  if (code === 'K') return keepingNone(await loadAll(store))
  const inputs = readInputs(options, operation)
  // Look-ups are single entities; of the others only the last round is kept.
  return { inputs, keepFrom: isSingle(operation) ? 0 : inputs.length - levels.length }
}
