/** A worker thread for the tests. */
import { parentPort, workerData } from 'node:worker_threads'
import { openStore } from '../../src/index.ts'
import { entities, Author, Note } from './entities.ts'

const { directory, mode } = workerData as { directory: string; mode: string }

try {
  const store = openStore({ directory, entities })
  if (mode === 'terminated') {
    store.observe(() => undefined)
    store
      .box(Note)
      .query((note) => note.level.equals(1))
      .build()
    parentPort!.postMessage('open')
    setInterval(() => store.isOpen, 1000)
  } else {
    store.box(Author).put({ name: `worker ${store.box(Author).count()}` })
    parentPort!.postMessage(`ok ${store.box(Author).count()}`)
  }
} catch (error) {
  parentPort!.postMessage((error as Error).message)
}
