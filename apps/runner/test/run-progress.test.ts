import { beforeEach, describe, expect, it } from 'vitest'

import { Progress } from '../src/run/progress.ts'

let written: string[] = []
let nowMs = 0
const progressOn = (isTTY: boolean) =>
  new Progress({ isTTY, columns: 60, write: (text) => written.push(text) }, () => nowMs)

/** What was written last, without the codes that clear the line and dim it. */
// oxlint-disable-next-line no-control-regex -- they are control codes
const shown = () => written.at(-1)!.replaceAll(/\r|\u001B\[\d*[mK]/g, '')

describe('Progress', () => {
  beforeEach(() => {
    written = []
    nowMs = 0
  })

  it('writes a line per part where there is no terminal', () => {
    const progress = progressOn(false)
    progress.start(4, 40_000)
    progress.part('run 1/1, test 1, cold')
    progress.note('A memory')
    progress.part('run 1/1, test 1, cold')
    nowMs = 10_000
    progress.advance(10_000)
    progress.part('run 1/1, test 1, warm')
    expect(written).toEqual([
      'run 1/1, test 1, cold: 0 of 4 done, 40 s left\n',
      'run 1/1, test 1, warm: 1 of 4 done, 30 s left\n',
    ])
  })

  it('overwrites one line on a terminal, cut to its width', () => {
    const progress = progressOn(true)
    progress.start(2, 20_000)
    progress.part('run 1/1, test 1, cold')
    progress.note('A better-sqlite3')
    expect(shown()).toBe(
      'run 1/1, test 1, cold  0 of 2 done, 20 s left  A better-sqlite3'.slice(0, 59),
    )
    expect(written.every((text) => !text.includes('\n'))).toBe(true)
  })

  it('keeps warnings above the line that it overwrites', () => {
    const progress = progressOn(true)
    progress.note('loading memory')
    progress.warn('look out')
    expect(written.at(-2)).toMatch(/warning:.* look out\n/)
    expect(shown()).toBe('loading memory')
  })

  it('warns of a topic once', () => {
    const progress = progressOn(false)
    progress.warnOnce('noisy', 'first')
    progress.warnOnce('noisy', 'second')
    expect(written.join('')).not.toContain('second')
  })
})
