import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, describe, expect, it } from 'vitest'

import { readRegistry } from '../src/engines/registry.ts'
import { selectEngines } from '../src/engines/selection.ts'

const engines = [
  { name: 'better-sqlite3', group: 'drivers' },
  { name: 'drizzle-better-sqlite3', group: 'orms' },
  { name: 'memory', group: undefined },
  { name: 'node-sqlite', group: 'drivers' },
]
const select = (...filter: string[]) => selectEngines(engines, filter).map(({ name }) => name)

describe('selectEngines', () => {
  it('takes exact names, in the order given', () => {
    expect(select('node-sqlite', 'memory')).toEqual(['node-sqlite', 'memory'])
  })

  it('takes a name for nothing but itself, though it begins or ends others', () => {
    expect(select('better-sqlite3')).toEqual(['better-sqlite3'])
    expect(() => select('better')).toThrow(
      `unknown engine or group 'better'; did you mean better-sqlite3 or drizzle-better-sqlite3?`,
    )
  })

  it('takes all engines of a group, each once', () => {
    expect(select('node-sqlite', 'drivers')).toEqual(['node-sqlite', 'better-sqlite3'])
  })

  it('suggests what is a few letters away', () => {
    expect(() => select('memroy')).toThrow('did you mean memory?')
    expect(() => select('driver')).toThrow('did you mean drivers?')
  })

  it('names the list of all engines where nothing is near', () => {
    expect(() => select('oracle')).toThrow('`pnpm bench list` names all engines')
  })
})

describe('readRegistry', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowrate-registry-'))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const addPackage = (name: string, content: object) => {
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, 'package.json'), JSON.stringify(content))
  }

  it('reads one engine per folder, and all of a folder that serves several', async () => {
    addPackage('plain', {
      name: '@rowrate/engine-plain',
      scripts: { setup: 'true' },
      dependencies: { '@rowrate/core': 'workspace:*', dependency: '1.0.0' },
    })
    addPackage('python', {
      name: '@rowrate/engine-python',
      rowrate: { group: 'python', engines: ['peewee', 'pony'], worker: { command: ['python3'] } },
    })
    mkdirSync(join(folder, 'no-package'))
    const found = await readRegistry(folder)
    expect(
      found.map(({ name, group, hasSetup, command }) => ({ name, group, hasSetup, command })),
    ).toEqual([
      { name: 'peewee', group: 'python', hasSetup: false, command: ['python3'] },
      { name: 'plain', group: undefined, hasSetup: true, command: undefined },
      { name: 'pony', group: 'python', hasSetup: false, command: ['python3'] },
    ])
  })

  it('refuses a package.json of another shape, naming the file', async () => {
    addPackage('odd', { name: 'odd', rowrate: { engines: 'peewee' } })
    await expect(readRegistry(folder)).rejects.toThrow(join(folder, 'odd/package.json'))
  })
})
