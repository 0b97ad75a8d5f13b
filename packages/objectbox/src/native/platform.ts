import { existsSync } from 'node:fs'

/** A platform that the library is published for. */
export interface LibraryRelease {
  /** Platform tag of the Python wheel, as pip takes it. */
  readonly wheelPlatform: string
  readonly wheelSha256: string
  /** Path of the library inside the wheel. */
  readonly pathInWheel: string
  readonly fileName: string
  readonly librarySha256: string
}

export const LIBRARY_VERSION = '5.3.2'

const LINUX = 'libobjectbox.so'

/** Wheels of objectbox-clib 5.3.2 by `platform-arch`. */
const releases: Readonly<Record<string, LibraryRelease>> = {
  'linux-x64': {
    wheelPlatform: 'manylinux_2_28_x86_64',
    wheelSha256: 'e1e7ae36fea6a941dffee8a84abd34d1785d164efc3ebbecc024f7ff34ab9d76',
    pathInWheel: 'objectbox_clib/lib/x86_64/libobjectbox.so',
    fileName: LINUX,
    librarySha256: 'f713cacebf86b68cb402d3940dd7e8861a6eb7699dddb66e24526ffcccae738b',
  },
  'linux-arm64': {
    wheelPlatform: 'manylinux_2_28_aarch64',
    wheelSha256: 'ce2b9cc628c4797fc5243c011234b3a7cc0353008aca93bf8949afe6947257f3',
    pathInWheel: 'objectbox_clib/lib/aarch64/libobjectbox.so',
    fileName: LINUX,
    librarySha256: '5e135e718d2c2906b02fb8448e0f2fcdaf0fa502dbd14c130a589aa56e30238f',
  },
  'darwin-arm64': {
    wheelPlatform: 'macosx_11_0_universal2',
    wheelSha256: 'b0705a0f3c083821066ac473b31900e7f4d11ba55190278678cbd0dc53ccae6e',
    pathInWheel: 'objectbox_clib/lib/macos-universal/libobjectbox.dylib',
    fileName: 'libobjectbox.dylib',
    librarySha256: '1af2e266e523dbcc33b3682eebf297f2f4f23ade6ab706dab794f7a6f8108751',
  },
  'darwin-x64': {
    wheelPlatform: 'macosx_11_0_universal2',
    wheelSha256: 'b0705a0f3c083821066ac473b31900e7f4d11ba55190278678cbd0dc53ccae6e',
    pathInWheel: 'objectbox_clib/lib/macos-universal/libobjectbox.dylib',
    fileName: 'libobjectbox.dylib',
    librarySha256: '1af2e266e523dbcc33b3682eebf297f2f4f23ade6ab706dab794f7a6f8108751',
  },
}

const MINIMUM_GLIBC = '2.27'

/** The release for this machine. Throws an `Error` that says why there is none. */
export function libraryRelease(
  platform: string = process.platform,
  arch: string = process.arch,
): LibraryRelease {
  const release = releases[`${platform}-${arch}`]
  if (release === undefined) {
    throw new Error(
      `ObjectBox has no library that this binding supports for ${platform}-${arch}; ` +
        `supported are ${Object.keys(releases).join(', ')}`,
    )
  }
  return release
}

/**
 * Why the C library of this Linux system cannot run ObjectBox; undefined when nothing is known
 * against it. Two look-ups of files: cheap enough to ask before every load.
 */
export function muslReason(): string | undefined {
  if (process.platform !== 'linux') return undefined
  const isMusl = existsSync(`/lib/ld-musl-${muslArch()}.so.1`) && glibcLoaders.every(isMissing)
  if (!isMusl) return undefined
  return (
    'this system uses musl (as Alpine Linux does), and ObjectBox is built for ' +
    `glibc ${MINIMUM_GLIBC} or newer only; use a Debian-, Ubuntu- or Fedora-based system or image`
  )
}

/** The same for a glibc that is too old; slow, so asked only after a load failed. */
export function oldGlibcReason(): string | undefined {
  if (process.platform !== 'linux') return undefined
  const version = glibcVersion()
  if (version === undefined || !isOlder(version, MINIMUM_GLIBC)) return undefined
  return (
    `this system has glibc ${version}, and ObjectBox needs ${MINIMUM_GLIBC} or newer; ` +
    'use a newer release of the system or of the container image'
  )
}

export function isOlder(version: string, minimum: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [minimumMajor = 0, minimumMinor = 0] = minimum.split('.').map(Number)
  return major < minimumMajor || (major === minimumMajor && minor < minimumMinor)
}

const glibcLoaders = ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1']

function isMissing(path: string): boolean {
  return !existsSync(path)
}

function muslArch(): string {
  return process.arch === 'arm64' ? 'aarch64' : 'x86_64'
}

function glibcVersion(): string | undefined {
  const report: object = process.report.getReport()
  if (!('header' in report)) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- untyped in @types/node
  const header = report.header as { readonly glibcVersionRuntime?: string }
  return header.glibcVersionRuntime
}
