import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

const manifestOf = (name: string) => ({
  name: `@rowrate/engine-${name}`,
  version: '0.1.0',
  private: true,
  license: 'Apache-2.0',
  type: 'module',
  exports: './src/index.ts',
  dependencies: { '@rowrate/core': 'workspace:*' },
})

const contractTest = `import { testEngine } from '@rowrate/core/contract'

import engine from '../src/index.ts'

testEngine(engine)
`

/** Writes the package of a new engine; gives its folder. Throws where the name is unfit or taken. */
export async function writeEngine(name: string, engines: string): Promise<string> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
    throw new Error(`'${name}' is no engine name: use kebab-case, such as orm-driver`)
  }
  const folder = join(engines, name)
  try {
    await mkdir(folder)
  } catch (cause) {
    const taken = (cause as NodeJS.ErrnoException).code === 'EEXIST'
    throw new Error(taken ? `${folder} exists: choose another name` : `can not write ${folder}`, {
      cause,
    })
  }
  const template = await readFile(join(import.meta.dirname, 'engine-template.ts'), 'utf8')
  await mkdir(join(folder, 'src'))
  await mkdir(join(folder, 'test'))
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify(manifestOf(name), undefined, 2)}\n`,
  )
  await writeFile(join(folder, 'src/index.ts'), template.replaceAll('engine-name', name))
  await writeFile(join(folder, 'test/contract.test.ts'), contractTest)
  return folder
}

if (import.meta.main) {
  const [name, ...others] = process.argv.slice(2)
  if (name === undefined || others.length > 0) {
    process.stderr.write('usage: pnpm new-engine NAME      (kebab-case, such as orm-driver)\n')
    process.exitCode = 2
  } else {
    try {
      const folder = await writeEngine(name, join(root, 'packages/engines'))
      process.stdout.write(
        `${folder} is written. Next: pnpm install; pnpm exec vitest run packages/engines/${name}\n`,
      )
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 2
    }
  }
}
