import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/*
 * Compiles sqlite3 in the place where its package was installed: its own install script would first try a download, and would make
 * everybody's install a minute and a half longer.
 */
const require = createRequire(import.meta.url)
const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`))

function isBuilt(): boolean {
  try {
    return typeof require('sqlite3') === 'object'
  } catch {
    // Whatever the reason, building it anew is the remedy; the probe after this tells what then still fails.
    return false
  }
}

/** The headers that lie beside Node's binary in the `node` dependency: no other version's, and no download. */
function nodeFolder(): string {
  const parent = join(folderOf('node'), 'node_modules')
  const folder = readdirSync(parent).find((name) => existsSync(join(parent, name, 'include/node')))
  if (folder === undefined) throw new Error(`no Node headers below ${parent}: run \`pnpm install\``)
  return join(parent, folder)
}

if (!isBuilt()) {
  const nodeGyp = join(folderOf('node-gyp'), 'bin/node-gyp.js')
  const { status } = spawnSync(
    process.execPath,
    [nodeGyp, 'rebuild', '--release', `--nodedir=${nodeFolder()}`],
    { cwd: folderOf('sqlite3'), stdio: 'inherit' },
  )
  if (status !== 0) {
    throw new Error('sqlite3 did not compile: it needs Python 3, make and a C++ compiler')
  }
}
