import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createNativeError } from '../error/native-error.ts'
import { LibraryNotFoundError } from '../error/objectbox-error.ts'
import type { Addon, AddonSetup } from './addon.ts'
import { addonPath, libraryPath } from './paths.ts'
import { muslReason, oldGlibcReason } from './platform.ts'

const ILLEGAL_STATE = 10_001
let loaded: Addon | undefined

/** The addon with the library opened, loaded on first use. Throws a `LibraryNotFoundError`. */
export function addon(): Addon {
  loaded ??= load()
  return loaded
}

function load(): Addon {
  const setup = loadAddon()
  setup.setErrorFactory(createNativeError)
  const library = libraryPath()
  if (!existsSync(library)) throw missingLibrary(library)
  const reason = muslReason() ?? (setup.load(library) || undefined)
  if (reason !== undefined) {
    throw notLoadable(`the ObjectBox library ${library} cannot be used: ${whyNot(reason)}`)
  }
  return setup.functions()
}

function loadAddon(): AddonSetup {
  const path = addonPath()
  if (path === undefined) {
    throw notLoadable(
      'the native part of @rowrate/objectbox is not built for this platform; ' +
        'run `npx @rowrate/objectbox build` (needs a C++ compiler)',
    )
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what native/src/module.cc exports
  return createRequire(import.meta.url)(path) as AddonSetup
}

function missingLibrary(path: string): LibraryNotFoundError {
  if (process.env.OBJECTBOX_LIBRARY) {
    return notLoadable(`OBJECTBOX_LIBRARY names ${path}, where there is no file`)
  }
  return notLoadable(
    `the ObjectBox library is not installed (looked for ${path}); ` +
      'run `npx @rowrate/objectbox fetch`, or set OBJECTBOX_LIBRARY to the path of libobjectbox',
  )
}

function whyNot(reason: string): string {
  return /GLIBC/.test(reason) ? (oldGlibcReason() ?? reason) : reason
}

function notLoadable(message: string): LibraryNotFoundError {
  return new LibraryNotFoundError(message, { code: ILLEGAL_STATE })
}
