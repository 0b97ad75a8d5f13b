import { tmpdir } from 'node:os'

import { describe, expect, it } from 'vitest'

import { findPython, inPython, prepareInPython } from '../src/engines/other-python.ts'
import { pathWithPnpm } from '../src/engines/package-manager.ts'
import { prepareEngine } from '../src/engines/prepare.ts'
import { readRegistry } from '../src/engines/registry.ts'
import { commandOf } from '../src/worker/job-command.ts'

const registry = await readRegistry()
const memory = registry.find(({ name }) => name === 'memory')
const missing = { ...memory!, name: 'missing', module: 'file:///nowhere/index.ts' }
const { signal } = new AbortController()

const lines: string[] = []
const notice = { line: (text: string) => lines.push(text), note: () => undefined }

describe('prepareEngine', () => {
  it('describes an engine that loads', async () => {
    expect(await prepareEngine(memory!, notice, signal)).toMatchObject({
      probe: { description: { name: 'memory', storage: 'directory' } },
    })
  })

  it('gives reason and remedy where an engine without a set-up does not load', async () => {
    const { message } = (await prepareEngine(missing, notice, signal)) as { message: string }
    expect(message).toContain('engine missing does not load')
    expect(message).toContain('`pnpm install` must have installed all it needs')
  })

  it('runs the set-up of an engine that does not load, and gives the reason where that fails', async () => {
    const engine = { ...missing, hasSetup: true, packageName: '@rowrate/engine-missing' }
    const { message } = (await prepareEngine(engine, notice, signal)) as { message: string }
    expect(lines).toEqual(['setting up missing; this is done once'])
    expect(message).toContain('its set-up failed')
    expect(message).toContain('pnpm exec turbo run setup --filter @rowrate/engine-missing')
  })
})

describe('another Python', () => {
  const django = registry.find(({ name }) => name === 'django')!

  it('is asked for its version', async () => {
    const { command, version } = await findPython('python3')
    expect(command).toBe('python3')
    expect(version).toMatch(/^3\.\d+\.\d+/)
  })

  it('has an environment of its own, in which a worker starts', () => {
    expect(commandOf(inPython(django, '3.14.6'))).toMatchObject({
      file: './run',
      env: { ROWRATE_PYTHON_ENVIRONMENT: '.venv-3.14.6' },
    })
    expect(commandOf(django).env).toBeUndefined()
  })

  it('is refused where that environment holds another one', async () => {
    const engine = { ...memory!, folder: django.folder }
    const python = { command: undefined, version: '3.14.6' }
    await expect(prepareInPython(engine, python, notice, signal)).rejects.toThrow(
      /^\.venv-3\.14\.6 in .*python holds node .*; delete it and give --python again$/,
    )
  })
})

describe('pathWithPnpm', () => {
  it('leaves a path with pnpm as it is', () => {
    const path = process.env['PATH']!
    expect(pathWithPnpm({ PATH: path })).toBe(path)
  })

  it('puts the pnpm that started the process in front where the path has none', () => {
    const starter = '/somewhere/bin/pnpm'
    expect(pathWithPnpm({ PATH: '/nowhere', npm_execpath: starter })).toBe(
      '/somewhere/bin:/nowhere',
    )
  })

  it('gives a starter that is a script the name that turbo looks for', () => {
    const path = pathWithPnpm({ PATH: '/nowhere', npm_execpath: '/somewhere/pnpm.cjs' })!
    expect(path.startsWith(tmpdir())).toBe(true)
    expect(path.endsWith(':/nowhere')).toBe(true)
  })

  it('is undefined where another package manager started the process', () => {
    expect(pathWithPnpm({ PATH: '/nowhere', npm_execpath: '/lib/npm-cli.js' })).toBeUndefined()
  })
})
