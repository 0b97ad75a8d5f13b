import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LIBRARY_VERSION, libraryRelease } from './platform.ts'

const packageDirectory = fileURLToPath(new URL('../..', import.meta.url))

/** Folder of the addon's sources and of its `build`. */
export const nativeDirectory = join(packageDirectory, 'native')

/** Where node-gyp puts the addon. */
export const builtAddonPath = join(nativeDirectory, 'build', 'Release', 'objectbox.node')

/** The addon: named by OBJECTBOX_ADDON, built here, or packed with the published package. */
export function addonPath(): string | undefined {
  // For an addon that is instrumented to watch its memory.
  if (process.env.OBJECTBOX_ADDON) return process.env.OBJECTBOX_ADDON
  const prebuilt = join(packageDirectory, 'prebuilds', `${process.platform}-${process.arch}`)
  const paths = [builtAddonPath, join(prebuilt, 'objectbox.node')]
  return paths.find((path) => existsSync(path))
}

/** Where the set-up keeps the library of this version, per user. */
export function cachedLibraryPath(): string {
  // An empty value means unset, as the XDG specification says.
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  const { fileName } = libraryRelease()
  return join(cache, 'rowrate', 'objectbox', LIBRARY_VERSION, fileName)
}

/** The library that a store will be opened with, whether or not it exists. */
export function libraryPath(): string {
  return process.env.OBJECTBOX_LIBRARY || cachedLibraryPath()
}
