import { execFile } from 'node:child_process'
import { mkdir, rename, stat } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const folder = new URL('../sync-counter/', import.meta.url)

const modifiedAt = (file: URL): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

/**
 * Path of the library that counts, and may slow, sync calls when it is preloaded (LD_PRELOAD) into a worker, built on first use. Undefined where
 * it can not be built: without a C compiler, or on a system that is not Linux; then syncs are not counted, and reports say so.
 */
export async function syncCounterLibrary(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  const source = new URL('sync-counter.c', folder)
  const library = new URL('build/sync-counter.so', folder)
  if ((await modifiedAt(library)) > (await modifiedAt(source))) return library.pathname
  await mkdir(new URL('build/', folder), { recursive: true })
  // Renamed into place, for two runs may build at the same time.
  const target = `${library.pathname}.${process.pid}`
  try {
    await run('cc', ['-O2', '-shared', '-fPIC', '-o', target, source.pathname, '-ldl'])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  await rename(target, library.pathname)
  return library.pathname
}
