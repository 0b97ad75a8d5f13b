import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { readResultSet } from '../src/report/read-result-set.ts'
import { fixtureSet } from './report-fixture.ts'
import { writeSet } from './report-folder.ts'

const set = fixtureSet({ engines: [{ name: 'better-sqlite3', speed: 1 }], blocks: 1 })

describe('reading a result set', () => {
  it('gives back what the raw files hold', async () => {
    expect(await readResultSet(await writeSet(set))).toEqual(set)
  })

  it('names file and line of a line that was cut off', async () => {
    const directory = await writeSet(set)
    await appendFile(join(directory, 'runs.jsonl'), '{"type":"sam')
    const line = set.samples.length + set.audits.length + 1
    const message = new RegExp(`runs\\.jsonl:${line} is not complete JSON.*--resume`)
    await expect(readResultSet(directory)).rejects.toThrow(message)
  })

  it('names the field of a line that does not fit', async () => {
    const directory = await writeSet(set)
    const broken = { ...set.samples[0], load1: 'high' }
    await writeFile(join(directory, 'runs.jsonl'), `${JSON.stringify(broken)}\n`)
    await expect(readResultSet(directory)).rejects.toThrow(/runs\.jsonl:1 .*load1/)
  })

  it('refuses a line of an unknown type', async () => {
    const directory = await writeSet(set)
    await writeFile(join(directory, 'runs.jsonl'), '{"type":"simple"}\n')
    await expect(readResultSet(directory)).rejects.toThrow(/runs\.jsonl:1 .*type/)
  })

  it('names what is missing of a folder that is no set', async () => {
    const directory = await writeSet(set)
    await rm(join(directory, 'runs.jsonl'))
    await expect(readResultSet(directory)).rejects.toThrow('neither runs.jsonl nor runs.jsonl.gz')
    await rm(join(directory, 'environment.json'))
    await expect(readResultSet(directory)).rejects.toThrow('is not a result set')
  })

  it('refuses an environment of another schema', async () => {
    const directory = await writeSet(set)
    const file = join(directory, 'environment.json')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('"schema":1', '"schema":2'))
    await expect(readResultSet(directory)).rejects.toThrow(/environment\.json .*schema/)
  })
})
