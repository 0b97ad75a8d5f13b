import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { builtAddonPath, nativeDirectory } from '../native/paths.ts'
import { lastLines, runCommand } from './run-command.ts'
import { SetupError } from './setup-error.ts'

const require = createRequire(import.meta.url)

const COMPILER_ADVICE =
  process.platform === 'darwin'
    ? 'install the command line tools: `xcode-select --install`'
    : 'install one (Debian and Ubuntu: `apt install g++ make python3`)'

/** Whether the addon is not built here, or from older sources than there are now. */
export function isAddonStale(): boolean {
  if (!existsSync(builtAddonPath)) return true
  const sources = join(nativeDirectory, 'src')
  const builtAtMs = statSync(builtAddonPath).mtimeMs
  const files = [join(nativeDirectory, 'binding.gyp'), ...listFiles(sources)]
  return files.some((file) => statSync(file).mtimeMs > builtAtMs)
}

export interface BuildOptions {
  /** Folder with `binding.gyp` and `src`, where `build` will be. */
  readonly directory?: string
  /** A sanitizer for `-fsanitize`, for tests of the addon's memory. */
  readonly sanitize?: string
}

/** Compiles the addon with node-gyp against headers that are already here. Throws a `SetupError`. */
export function buildAddon({
  directory = nativeDirectory,
  sanitize = '',
}: BuildOptions = {}): void {
  requireTool(process.env.CXX || (process.platform === 'darwin' ? 'c++' : 'g++'), 'C++ compiler')
  requireTool('make', 'make')
  requireTool('python3', 'Python 3, which node-gyp runs on')
  const nodeDirectory = findNodeDirectory()
  const args = [require.resolve('node-gyp/bin/node-gyp.js'), 'rebuild', '--directory', directory]
  const result = runCommand(
    process.execPath,
    [...args, '--nodedir', nodeDirectory, '--', `-Dsanitize=${sanitize}`],
    // The user's npm settings may name the headers of another Node.
    { ...process.env, npm_config_nodedir: nodeDirectory },
  )
  if (result?.exitCode === 0) return
  throw new SetupError(`the addon did not compile:\n${lastLines(result?.output ?? '', 30)}`)
}

function requireTool(command: string, what: string): void {
  if (runCommand(command, ['--version'])?.exitCode === 0) return
  throw new SetupError(`no ${what} was found (tried \`${command}\`); ${COMPILER_ADVICE}`)
}

/** A folder with `include/node`: that of the `node` package, else of the running Node. */
function findNodeDirectory(): string {
  const candidates = [...nodePackageDirectories(), dirname(dirname(process.execPath))]
  const found = candidates.find((path) => existsSync(join(path, 'include/node/node_api.h')))
  if (found !== undefined) return found
  throw new SetupError(
    `the headers of Node were not found (looked in ${candidates.join(', ')}); ` +
      'install the package `node`, or a Node that comes with its headers',
  )
}

function nodePackageDirectories(): string[] {
  try {
    const directory = dirname(require.resolve('node/package.json'))
    return [join(directory, 'node_modules', `node-${process.platform}-${process.arch}`)]
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return []
    throw error
  }
}

function listFiles(directory: string): string[] {
  return readdirSync(directory).map((name) => join(directory, name))
}
