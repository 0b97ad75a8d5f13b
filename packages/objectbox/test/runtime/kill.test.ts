import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openStore } from '../../src/index.ts'
import { temporaryDirectory } from '../stored/temporary-store.ts'
import { entities, Note } from './entities.ts'

const child = fileURLToPath(new URL('child.ts', import.meta.url))
const NOTES_PER_COMMIT = 100

describe('a process that is killed while it writes', () => {
  it.each([20, 50, 90, 140, 210])(
    'leaves what it committed, and nothing of what it did not (after %d ms)',
    async (delayMs) => {
      const directory = temporaryDirectory()
      const writer = spawn(process.execPath, [child, 'write-forever', directory])
      let output = ''
      writer.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
      await once(writer.stdout, 'data')
      await setTimeout(delayMs)
      writer.kill('SIGKILL')
      await once(writer, 'close')
      const reported = output.split('\n').filter((line) => line === '100').length

      using store = openStore({ directory, entities })
      const notes = store.box(Note)
      const count = notes.count()
      expect(count % NOTES_PER_COMMIT).toBe(0)
      // The last commit may have ended before its report.
      expect(count / NOTES_PER_COMMIT).toBeGreaterThanOrEqual(reported)
      expect(count / NOTES_PER_COMMIT).toBeLessThanOrEqual(reported + 1)
      expect(notes.count((note) => note.level.equals(3))).toBe(count / 5)
      expect(notes.put({ text: 'after', level: 9 })).toBe(count + 1)
      expect(notes.all().map(({ id }) => id)).toEqual(
        Array.from({ length: count + 1 }, (_, i) => i + 1),
      )
    },
  )
})
