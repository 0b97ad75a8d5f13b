/** A worker thread for the tests. */
import { parentPort, workerData } from 'node:worker_threads'
import { openStore } from '../../src/index.ts'
import { entities, Author, Note } from './entities.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what store.test.ts passes
const { directory, mode } = workerData as { directory: string; mode: string }

try {
  const store = openStore({ directory, entities })
  if (mode === 'terminated') {
    store.observe(() => undefined)
    store
      .box(Note)
      .query((note) => note.level.equals(1))
      .build()
    report('open')
    setInterval(() => store.isOpen, 1000)
  } else {
    store.box(Author).put({ name: `worker ${store.box(Author).count()}` })
    report(`ok ${store.box(Author).count()}`)
  }
} catch (error) {
  if (!(error instanceof Error)) throw error
  report(error.message)
}

function report(message: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort!.postMessage(message)
}
