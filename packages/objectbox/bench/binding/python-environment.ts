import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lastLines, runCommand } from '../../src/setup/run-command.ts'

const requirements = fileURLToPath(new URL('python/requirements.txt', import.meta.url))

/** The interpreter to run the Python contender with, or why there is none. */
export type PythonEnvironment =
  | { readonly python: string; readonly reason?: undefined }
  | { readonly python?: undefined; readonly reason: string }

/** A virtual environment with the pinned requirements, made in `parent` unless it is there. */
export function pythonEnvironment(parent: string): PythonEnvironment {
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)
  const directory = join(parent, `python-${hash}`)
  const python = join(directory, 'bin', 'python')
  // Written last: an installation that was cut short is made anew.
  const marker = join(directory, 'installed')
  if (existsSync(marker)) return { python }
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(parent, { recursive: true })
  const created = runCommand('python3', ['-m', 'venv', directory])
  if (created === undefined) return { reason: 'python3 was not found' }
  if (created.exitCode !== 0) {
    return { reason: `python3 -m venv failed: ${lastLines(created.output, 2)}` }
  }
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
  const installed = runCommand(python, [...install, '-r', requirements])
  if (installed?.exitCode !== 0) {
    return { reason: `pip install failed: ${lastLines(installed?.output ?? '', 2)}` }
  }
  writeFileSync(marker, '')
  return { python }
}
