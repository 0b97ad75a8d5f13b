import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The commands of the `sh` blocks of a Markdown text, in order. A block marked `sh no-run` only shows a command. */
export function documentedCommands(markdown: string): string[] {
  const blocks = markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)
  return [...blocks].flatMap(([, block]) =>
    block!
      .split('\n')
      .map((line) => line.replace(/\s+#\s.*$/, '').trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
}

/** True for the command that runs the tests, which run on their own. */
const isTestRun = (command: string) => /(^|\s)test(\s|$)/.test(command)

if (import.meta.main) {
  for (const file of process.argv.slice(2)) {
    for (const command of documentedCommands(readFileSync(file, 'utf8'))) {
      if (isTestRun(command)) continue
      process.stdout.write(`\n$ ${command}      (${file})\n`)
      const { status } = spawnSync('bash', ['-c', command], { stdio: 'inherit' })
      if (status !== 0) {
        process.stderr.write(`${file}: '${command}' ended with ${status}\n`)
        process.exit(1)
      }
    }
  }
}
