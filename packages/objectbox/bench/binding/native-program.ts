import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { libraryPath } from '../../src/native/paths.ts'
import { runCommand } from '../../src/setup/run-command.ts'

const directory = fileURLToPath(new URL('native', import.meta.url))
const sources = ['main.c', 'run.c', 'works.c'].map((file) => join(directory, file))

/** Compiles the C program against the library that Node uses, with the addon's optimisation. */
export function buildProgram(target: string): string {
  const library = libraryPath()
  if (!existsSync(library)) throw new Error(`the ObjectBox library ${library} is missing`)
  const program = join(target, 'binding')
  const link = [library, `-Wl,-rpath,${dirname(library)}`]
  const result = runCommand('cc', ['-O2', '-std=c11', '-Wall', '-o', program, ...sources, ...link])
  if (result === undefined) {
    throw new Error('no C compiler was found (tried `cc`); Debian and Ubuntu: `apt install gcc`')
  }
  if (result.exitCode !== 0) throw new Error(`the C program did not compile:\n${result.output}`)
  return program
}
