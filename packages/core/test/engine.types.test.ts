import { expect, it } from 'vitest'

import type { Session, Writer } from '../src/index.ts'

/*
 * Checked by the compiler: in a sync engine no method may be async, for a promise that nobody awaits measures nothing. An unused
 * `@ts-expect-error` fails the type check, so every line below is a test.
 */

interface Row {
  id: number
}

type SyncSession = Session<'sync', Row>
type SyncWriter = Writer<'sync', Row>
type Part = Partial<SyncSession>

const promised: Part[] = [
  // @ts-expect-error -- async
  { begin: async () => undefined },
  // @ts-expect-error -- async
  { insert: async () => 1 },
  // @ts-expect-error -- async
  { transaction: async (body) => body({} as SyncWriter) },
  // @ts-expect-error -- async
  { insertBulk: async () => 1 },
  // @ts-expect-error -- async
  { filterByLevel: async () => [] },
  // @ts-expect-error -- async
  { pageByLevel: async () => [] },
  // @ts-expect-error -- async
  { get: async () => null },
  // @ts-expect-error -- async
  { filterAsObjects: async () => [] },
  // @ts-expect-error -- async
  { filterAsTuples: async () => [] },
  // @ts-expect-error -- async
  { all: async () => [] },
  // @ts-expect-error -- async
  { pageWithParents: async () => [] },
  // @ts-expect-error -- async
  { pageWithRelated: async () => [] },
  // @ts-expect-error -- async
  { getWithChildren: async () => null },
  // @ts-expect-error -- async
  { link: async () => 1 },
  // @ts-expect-error -- async
  { settings: async () => [] },
  // @ts-expect-error -- async
  { close: async () => undefined },
]

const promisedWrites: Partial<SyncWriter>[] = [
  // @ts-expect-error -- async
  { insert: async () => 1 },
  // @ts-expect-error -- async
  { update: async () => 1 },
  // @ts-expect-error -- async
  { updateLevel: async () => 1 },
  // @ts-expect-error -- async
  { remove: async () => 1 },
]

const fine: Partial<Session<'async', Row>> = { get: async () => null, insert: () => 1 }

it('has a compile-time case for every method of a session and a writer', () => {
  expect(promised.flatMap((part) => Object.keys(part))).toHaveLength(16)
  expect(promisedWrites).toHaveLength(4)
  expect(Object.keys(fine)).toHaveLength(2)
})
