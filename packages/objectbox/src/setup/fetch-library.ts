import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cachedLibraryPath } from '../native/paths.ts'
import { LIBRARY_VERSION, libraryRelease, muslReason } from '../native/platform.ts'
import { lastLines, runCommand } from './run-command.ts'
import { SetupError } from './setup-error.ts'

const PYTHON_ADVICE =
  'install Python 3 with pip (Debian and Ubuntu: `apt install python3 python3-pip`), ' +
  'or set OBJECTBOX_LIBRARY to the path of libobjectbox'

/**
 * Brings the ObjectBox library into the user's cache, from its public Python package, and returns
 * its path. Both the package and the library must have the checksums of this version of the
 * binding. Throws a `SetupError`.
 */
export function fetchLibrary(): string {
  const reason = muslReason()
  if (reason !== undefined) throw new SetupError(reason)
  const target = cachedLibraryPath()
  const release = libraryRelease()
  if (existsSync(target) && sha256(target) === release.librarySha256) return target
  mkdirSync(dirname(target), { recursive: true })
  // Beside the target, so that the rename at the end is one step on one file system.
  const directory = mkdtempSync(join(dirname(target), 'fetch-'))
  try {
    const wheel = download(directory)
    requireChecksum(wheel, release.wheelSha256)
    runPython(['-m', 'zipfile', '-e', wheel, directory], `${wheel} could not be unpacked`)
    const library = join(directory, release.pathInWheel)
    requireChecksum(library, release.librarySha256)
    renameSync(library, target)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  return target
}

function download(directory: string): string {
  const { wheelPlatform } = libraryRelease()
  const name = `objectbox_clib-${LIBRARY_VERSION}-py3-none-${wheelPlatform}.whl`
  const options = '--no-deps --only-binary=:all: --no-input --disable-pip-version-check'.split(' ')
  const place = ['--platform', wheelPlatform, '--dest', directory]
  runPython(
    ['-m', 'pip', 'download', `objectbox-clib==${LIBRARY_VERSION}`, ...options, ...place],
    `pip could not download objectbox-clib ${LIBRARY_VERSION}; check the network, or set ` +
      'OBJECTBOX_LIBRARY to the path of libobjectbox',
  )
  return join(directory, name)
}

function runPython(args: readonly string[], problem: string): void {
  const result = runCommand('python3', args)
  if (result === undefined) throw new SetupError(`python3 was not found; ${PYTHON_ADVICE}`)
  if (result.exitCode === 0) return
  if (result.output.includes('No module named pip')) {
    throw new SetupError(`python3 has no pip; ${PYTHON_ADVICE}`)
  }
  throw new SetupError(`${problem}:\n${lastLines(result.output)}`)
}

function requireChecksum(path: string, expected: string): void {
  const actual = sha256(path)
  if (actual === expected) return
  throw new SetupError(
    `${path} has the checksum ${actual}, and not ${expected}: what was downloaded is not ` +
      `objectbox-clib ${LIBRARY_VERSION} as published; check the package index that pip uses`,
  )
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
