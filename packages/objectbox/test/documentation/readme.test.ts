import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { packageDirectory, runNode } from './run-node.ts'

interface Block {
  readonly where: string
  readonly code: string
  /** What a text block right behind the code says it prints. */
  readonly output: string | undefined
}

/** The TypeScript blocks of a page that are programs of their own: they import the package. */
function programs(page: string): Block[] {
  const text = readFileSync(new URL(page, packageDirectory), 'utf8')
  const blocks = text.matchAll(/```ts\n(.*?)```(?:\n\n```text\n(.*?)```)?/gs)
  return Array.from(blocks, ([, code = '', output], index) => ({
    where: `${page}, program ${index + 1}`,
    code,
    output,
  })).filter(({ code }) => code.includes("from '@rowrate/objectbox'"))
}

test.each(['README.md', 'docs/from-sqlite.md'].flatMap(programs))(
  '$where runs as it stands and prints what the page says',
  ({ code, output }) => {
    // Inside the package, where its own name resolves; what it stores lands in there too.
    const directory = mkdtempSync(
      fileURLToPath(new URL('test/documentation/run-', packageDirectory)),
    )
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const file = join(directory, 'program.ts')
    writeFileSync(file, code)
    expect(runNode([basename(file)], directory)).toBe(output ?? '')
  },
)
