import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { LineFile, repairLines } from '../src/set/line-file.ts'
import { readLines } from '../src/set/lines.ts'

const schema = z.object({ n: z.number(), text: z.string().optional() })

describe('readLines', () => {
  it('reads whole lines', () => {
    expect(readLines('{"n":1}\n{"n":2}\n', schema, 'f')).toEqual({
      lines: [{ n: 1 }, { n: 2 }],
      goodBytes: 16,
      damaged: undefined,
      open: false,
    })
  })

  it('reads nothing from nothing', () => {
    expect(readLines('', schema, 'f').lines).toEqual([])
  })

  it.each(['{"n":', '{"x":2}', '\0\0\0', '{"n":2}{"n"', '{"n":\n'])(
    'leaves out a damaged last line: %j',
    (tail) => {
      const { lines, goodBytes, damaged } = readLines(`{"n":1,"text":"é"}\n${tail}`, schema, 'f')
      expect(lines).toEqual([{ n: 1, text: 'é' }])
      expect(goodBytes).toBe(Buffer.byteLength('{"n":1,"text":"é"}\n'))
      expect(damaged).toBe(tail.trimEnd())
    },
  )

  it('keeps a last line that lacks nothing but its line feed', () => {
    const { lines, open } = readLines('{"n":1}\n{"n":2}', schema, 'f')
    expect(lines).toEqual([{ n: 1 }, { n: 2 }])
    expect(open).toBe(true)
  })

  it('refuses a damaged line before the last, naming it', () => {
    expect(() => readLines('{"n":1}\n{"n"\n{"n":3}\n', schema, 'runs.jsonl')).toThrow(
      'runs.jsonl, line 2 is damaged',
    )
  })
})

describe('repairLines', () => {
  let folder: string
  let file: string
  const warnings: string[] = []
  const repair = () => repairLines(file, schema, (warning) => warnings.push(warning))
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rowrate-lines-'))
    file = join(folder, 'runs.jsonl')
    warnings.length = 0
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const append = (line: { n: number }) => {
    const lines = new LineFile(file)
    lines.append(line)
    lines.flush()
    lines.close()
  }

  it('cuts a damaged last line off, so that appending goes on behind the last good one', () => {
    append({ n: 1 })
    appendFileSync(file, '{"n":2,"te')
    expect(repair()).toEqual([{ n: 1 }])
    expect(warnings).toEqual([expect.stringContaining('the last line was damaged and is dropped')])
    append({ n: 3 })
    expect(readFileSync(file, 'utf8')).toBe('{"n":1}\n{"n":3}\n')
  })

  it('ends an unended good line, so that the next one is a line of its own', () => {
    writeFileSync(file, '{"n":1}')
    expect(repair()).toEqual([{ n: 1 }])
    expect(warnings).toEqual([])
    append({ n: 2 })
    expect(readFileSync(file, 'utf8')).toBe('{"n":1}\n{"n":2}\n')
  })

  it('has no lines where there is no file', () => {
    expect(repair()).toEqual([])
  })
})
