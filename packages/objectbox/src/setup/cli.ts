#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { buildAddon, isAddonStale } from './build-addon.ts'
import { fetchLibrary } from './fetch-library.ts'
import { probe } from './probe.ts'
import { lastLines, runCommand } from './run-command.ts'
import { SetupError } from './setup-error.ts'

const USAGE = `usage: objectbox <command>
  fetch   bring the ObjectBox library into the user's cache
  build   compile the native addon (from a checkout)
  probe   check that both work
  setup   probe, then what is missing, then probe
`

const commands: Readonly<Record<string, () => void>> = {
  fetch: () => say(`library: ${fetchLibrary()}`),
  build: () => buildAddon(),
  probe: () => say(`ObjectBox ${probe()}`),
  setup,
}

function setup(): void {
  if (!isAddonStale() && probeApart().works) return
  if (process.env.OBJECTBOX_LIBRARY) say(`library: ${process.env.OBJECTBOX_LIBRARY}`)
  else say(`library: ${fetchLibrary()}`)
  if (isAddonStale()) {
    say('compiling the native addon')
    buildAddon()
  }
  const { works, output } = probeApart()
  if (!works) throw new SetupError(`ObjectBox is set up, but does not work:\n${lastLines(output)}`)
}

/** In a process of its own: an addon that is loaded here could not be replaced by a newer one. */
function probeApart(): { readonly works: boolean; readonly output: string } {
  const result = runCommand(process.execPath, [fileURLToPath(import.meta.url), 'probe'])
  return { works: result?.exitCode === 0, output: result?.output ?? '' }
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

function main(name: string | undefined): number {
  const command = commands[name ?? '']
  if (command === undefined) {
    say(USAGE)
    return 2
  }
  try {
    command()
    return 0
  } catch (error) {
    if (!(error instanceof Error)) throw error
    say(`objectbox ${name}: ${error.message}`)
    return 1
  }
}

process.exitCode = main(process.argv[2])
