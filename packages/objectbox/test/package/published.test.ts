import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const packageDirectory = fileURLToPath(new URL('../../', import.meta.url))
const workspaceBin = join(packageDirectory, '../../node_modules/.bin')

/** Packs the package as it would be published, and installs it in a project of its own. */
let project = ''
let tarball = ''

function run(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'obx-published-'))
  run(process.execPath, ['scripts/build.ts'], packageDirectory)
  run(process.execPath, ['scripts/pack-prebuilt.ts'], packageDirectory)
  const packed: { filename: string } = JSON.parse(
    run('pnpm', ['pack', '--json', '--pack-destination', project], packageDirectory),
  )
  tarball = packed.filename
  const installed = join(project, 'node_modules/@rowrate/objectbox')
  mkdirSync(installed, { recursive: true })
  run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed], project)
  symlinkSync(
    join(packageDirectory, 'node_modules/flatbuffers'),
    join(project, 'node_modules/flatbuffers'),
  )
  const [, program = ''] = /```ts\n(.*?)```/s.exec(
    readFileSync(join(packageDirectory, 'README.md'), 'utf8'),
  )!
  writeFileSync(join(project, 'notes.ts'), program)
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
}, 300_000)

afterAll(() => {
  rmSync(project, { recursive: true, force: true })
  rmSync(join(packageDirectory, 'prebuilds'), { recursive: true, force: true })
})

describe('the published package', () => {
  test('has nothing that publint objects to', () => {
    const publint = join(packageDirectory, 'node_modules/.bin/publint')
    expect(run(publint, ['run', tarball, '--strict'], project)).toContain('All good!')
  })

  test('runs the first example of the README, with its prebuilt addon', () => {
    expect(run(process.execPath, ['notes.ts'], project)).toBe('2 Call Ada\n3 Water the plants\n')
  })

  test('has types that a strict project accepts and that refuse a mistake', () => {
    const types = join(packageDirectory, '../../node_modules/@types')
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          module: 'nodenext',
          target: 'esnext',
          lib: ['esnext'],
          strict: true,
          noEmit: true,
          exactOptionalPropertyTypes: true,
          types: ['node'],
          typeRoots: [types],
        },
        files: ['notes.ts', 'mistake.ts'],
      }),
    )
    writeFileSync(
      join(project, 'mistake.ts'),
      [
        "import { entity, id, int16, type InferEntity, type PutInput } from '@rowrate/objectbox'",
        "const Note = entity('Note', { id: id(), level: int16() })",
        'export const read: InferEntity<typeof Note> = { id: 1, level: 2 }',
        '// @ts-expect-error -- level is a number',
        "export const mistake: PutInput<typeof Note> = { level: 'high' }",
      ].join('\n'),
    )
    expect(run(join(workspaceBin, 'tsc'), ['-p', '.'], project)).toBe('')
  })

  test('holds what it needs and no more', () => {
    const files = run('tar', ['-tzf', tarball], project).trim().split('\n')
    const tops = new Set(files.map((file) => file.split('/').slice(0, 2).join('/')))
    expect([...tops].toSorted()).toEqual([
      'package/LICENSE',
      'package/README.md',
      'package/dist',
      'package/docs',
      'package/native',
      'package/package.json',
      'package/prebuilds',
    ])
    expect(files.filter((file) => /\.(ts|map)$/.test(file) && !file.endsWith('.d.ts'))).toEqual([])
  })
})
