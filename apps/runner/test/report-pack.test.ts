import { existsSync } from 'node:fs'
import { readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { summarySchema } from '@rowrate/core'
import { describe, expect, it } from 'vitest'

import { checkResultSets, packResultSet, renderResultSet } from '../src/report/index.ts'
import { fixtureSet } from './report-fixture.ts'
import { testFolder, writeSet } from './report-folder.ts'

const set = fixtureSet({ engines: [{ name: 'better-sqlite3', speed: 1 }] })

describe('rendering and packing', () => {
  it('renders the same files from packed lines as from plain ones', async () => {
    const directory = await writeSet(set)
    const { terminal } = await renderResultSet(directory)
    const read = () =>
      Promise.all(
        ['summary.json', 'README.md'].map((name) => readFile(join(directory, name), 'utf8')),
      )
    const before = await read()
    await packResultSet(directory)
    expect(existsSync(join(directory, 'runs.jsonl'))).toBe(false)
    expect((await renderResultSet(directory)).terminal).toBe(terminal)
    expect(await read()).toEqual(before)
    expect(summarySchema.safeParse(JSON.parse(before[0] ?? '')).success).toBe(true)
  })

  it('moves the long tables of a large set into files of their own, and back', async () => {
    const engines = Array.from({ length: 40 }, (_, index) => ({
      name: `engine-${index}`,
      speed: 1 + index / 10,
    }))
    const parts = [{ tests: [1, 2, 3] as (1 | 2 | 3)[] }]
    const directory = await writeSet(fixtureSet({ engines, parts }))
    await renderResultSet(directory)
    expect(await readdir(join(directory, 'details'))).toHaveLength(3)
    await writeSet(set, directory)
    await renderResultSet(directory)
    expect(existsSync(join(directory, 'details'))).toBe(false)
  })

  it('packs a set once and leaves it alone after that', async () => {
    const directory = await writeSet(set)
    const first = await packResultSet(directory)
    expect(await packResultSet(directory)).toEqual(first)
  })

  it('does not pack a damaged set', async () => {
    const directory = await writeSet(set)
    await truncate(join(directory, 'runs.jsonl'), 1000)
    await expect(packResultSet(directory)).rejects.toThrow('is not complete JSON')
    expect(existsSync(join(directory, 'runs.jsonl'))).toBe(true)
  })

  it('says what is wrong with each set of a results folder', async () => {
    const results = await testFolder()
    const good = await writeSet(set, join(results, 'good'))
    await renderResultSet(good)
    await packResultSet(good)
    await writeSet(set, join(results, 'local', 'ignored'))
    expect(await checkResultSets(results)).toEqual([])

    const plain = await writeSet(set, join(results, 'plain'))
    await renderResultSet(plain)
    expect((await checkResultSets(results)).join('\n')).toMatch(/uncompressed/)
    await rm(plain, { recursive: true })

    await writeFile(join(good, 'summary.json'), '{}')
    expect((await checkResultSets(results)).join('\n')).toMatch(/does not fit this version/)
    await truncate(join(good, 'runs.jsonl.gz'), 11 * 1024 ** 2)
    expect((await checkResultSets(results)).join('\n')).toMatch(/11\.0 MiB, more than 10/)
  })
})

describe('committed result sets', () => {
  it('are complete, packed, at most 10 MiB, and readable', async () => {
    expect(await checkResultSets(resolve(import.meta.dirname, '../../../results'))).toEqual([])
  })
})
