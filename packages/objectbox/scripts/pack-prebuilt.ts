/**
 * Puts the addon that the set-up built into `prebuilds/<platform>-<arch>/`, where the published
 * package has it, so that its users need no compiler. To be run on each platform; the oldest
 * system it is run on decides which systems the addon loads on.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packageDirectory = fileURLToPath(new URL('..', import.meta.url))
const built = join(packageDirectory, 'native', 'build', 'Release', 'objectbox.node')
const target = join(packageDirectory, 'prebuilds', `${process.platform}-${process.arch}`)

if (!existsSync(built)) {
  process.stderr.write(`${built} does not exist; build it first: pnpm run setup\n`)
  process.exit(1)
}

mkdirSync(target, { recursive: true })
const addon = join(target, 'objectbox.node')
copyFileSync(built, addon)
if (process.platform === 'linux') execFileSync('strip', ['--strip-unneeded', addon])
const sha256 = createHash('sha256').update(readFileSync(addon)).digest('hex')
writeFileSync(`${addon}.sha256`, `${sha256}  objectbox.node\n`)
process.stdout.write(`${addon}\nsha256 ${sha256}\n${requirements(addon)}`)

/** The newest versions of the system libraries that the addon asks for. */
function requirements(path: string): string {
  if (process.platform !== 'linux') return ''
  const symbols = execFileSync('objdump', ['-T', path], { encoding: 'utf8' })
  const newest = ['GLIBC', 'GLIBCXX', 'CXXABI'].map((library) => {
    const versions = symbols.matchAll(new RegExp(`\\b${library}_([0-9.]+)`, 'g'))
    const sorted = Array.from(versions, ([, version]) => version!).toSorted((a, b) =>
      a.localeCompare(b, 'en', { numeric: true }),
    )
    return `${library} ${sorted.at(-1) ?? 'none'}`
  })
  return `needs ${newest.join(', ')}\n`
}
