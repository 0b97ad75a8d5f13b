import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../stored/temporary-store.ts'

const cli = join(import.meta.dirname, '../../src/setup/cli.ts')

/** Runs the command line with only these programs on the path, and an empty cache. */
function objectbox(
  command: string,
  programs: Readonly<Record<string, string>>,
  environment: NodeJS.ProcessEnv = {},
) {
  const directory = temporaryDirectory()
  const bin = join(directory, 'bin')
  mkdirSync(bin)
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const { status, stderr } = spawnSync(process.execPath, [cli, command], {
    encoding: 'utf8',
    env: { PATH: [bin].join(delimiter), HOME: directory, ...environment },
  })
  return { status, stderr }
}

describe('the set-up', () => {
  it('names the missing Python', () => {
    const { status, stderr } = objectbox('fetch', {})
    expect(status).toBe(1)
    expect(stderr).toMatch(/python3 was not found; install Python 3 with pip.*OBJECTBOX_LIBRARY/)
  })

  it('names the missing pip', () => {
    const { status, stderr } = objectbox('fetch', {
      python3: 'echo "/usr/bin/python3: No module named pip" >&2; exit 1',
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(/python3 has no pip; install/)
  })

  it('shows what pip said when the download failed', () => {
    const { stderr } = objectbox('fetch', { python3: 'echo "no route to host" >&2; exit 1' })
    expect(stderr).toMatch(/could not download objectbox-clib 5\.3\.2.*\nno route to host/)
  })

  it('refuses a download with another checksum', () => {
    const python = 'for last; do :; done; echo x > "$last/objectbox_clib-5.3.2-py3-none-$9.whl"'
    const { status, stderr } = objectbox(
      'fetch',
      { python3: python.replace('$9', '${WHEEL}') },
      {
        WHEEL: process.arch === 'x64' ? 'manylinux_2_28_x86_64' : 'manylinux_2_28_aarch64',
      },
    )
    expect(status).toBe(1)
    expect(stderr).toMatch(/has the checksum [0-9a-f]{64}, and not [0-9a-f]{64}/)
  })

  it('names the missing compiler', () => {
    const { status, stderr } = objectbox('build', {})
    expect(status).toBe(1)
    expect(stderr).toMatch(/no C\+\+ compiler was found \(tried `g\+\+`\); install one/)
  })

  it('says what to do where the library is missing or the variable is wrong', () => {
    const missing = objectbox('probe', {})
    expect(missing.status).toBe(1)
    expect(missing.stderr).toMatch(/not installed.*npx @rowrate\/objectbox fetch/)
    const wrong = objectbox('probe', {}, { OBJECTBOX_LIBRARY: '/nowhere/libobjectbox.so' })
    expect(wrong.stderr).toMatch(/OBJECTBOX_LIBRARY names \/nowhere/)
    const noLibrary = objectbox('probe', {}, { OBJECTBOX_LIBRARY: cli })
    expect(noLibrary.stderr).toMatch(/cannot be used:.*(?:invalid ELF|not a mach-o)/i)
  })

  it('works with the library that OBJECTBOX_LIBRARY names', () => {
    const library = process.env.OBJECTBOX_LIBRARY ?? join(cacheDirectory(), '5.3.2/libobjectbox.so')
    const { status, stderr } = objectbox('probe', {}, { OBJECTBOX_LIBRARY: library })
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringMatching(/^ObjectBox 5\.3\./),
    })
  })

  it('shows how it is used', () => {
    expect(objectbox('nonsense', {})).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^usage/),
    })
  })
})

function cacheDirectory(): string {
  const cache = process.env.XDG_CACHE_HOME || join(process.env.HOME!, '.cache')
  return join(cache, 'rowrate/objectbox')
}
