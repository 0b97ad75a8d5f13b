import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { gunzipSync } from 'node:zlib'

import type { NoteWorkload } from '../src/stores/index.ts'
import {
  insertParameters,
  notesOf,
  noteSql,
  noteText,
  noteWorkloads,
  packSamples,
  queriedIds,
  storeDirectory,
  storeOrder,
} from '../src/stores/index.ts'
import { sampleOf } from '../src/stores/verify.ts'

const seeds = [1, 2, 3]
const stores = [0, 7, 9_999]
const indexes = [0, 9, 999]

const textsOf = (workload: NoteWorkload) =>
  stores.flatMap((store) =>
    indexes.map((index) => ({ workload, store, index, text: noteText(workload, store, index) })),
  )

const durations = [0, 127, 128, 300, 2 ** 32, Number.MAX_SAFE_INTEGER]

/** The bytes before compression, which are the same with every zlib. */
const unzipped = (packed: string) => gunzipSync(Buffer.from(packed, 'base64')).toString('hex')

/** Values of the many-stores suite that every implementation must repeat. */
export function goldenStores(): unknown {
  const root = '/stores'
  const golden = {
    texts: noteWorkloads.flatMap(textsOf),
    notes: notesOf('small', 3, 12),
    orders: seeds.map((seed) => ({ seed, count: 200, order: storeOrder(seed, 200) })),
    ids: seeds.map((seed) => ({ seed, count: 50, notes: 1_000, ids: queriedIds(seed, 50, 1_000) })),
    samples: [1, 7, 10, 11, 1_000].map((count) => ({
      count,
      sample: sampleOf(Array.from({ length: count }, (_, index) => index)),
    })),
    directories: [0, 999, 1_000, 123_456].map((store) => ({
      store,
      directory: relative(root, storeDirectory(root, store)),
    })),
    parameters: insertParameters(notesOf('small', 0, 205)),
    inserts: [1, 3].map((notes) => ({ notes, sql: noteSql.insert(notes) })),
    packed: { durations, hex: unzipped(packSamples(durations)) },
  }
  return JSON.parse(JSON.stringify(golden)) as unknown
}

/** `node packages/core/test/golden-stores.ts` writes the file anew, after a deliberate change of the suite. */
if (import.meta.main) {
  const file = new URL('../golden/stores.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify(goldenStores(), undefined, 1)}\n`)
}
