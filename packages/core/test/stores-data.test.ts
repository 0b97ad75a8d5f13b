import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { expect, it } from 'vitest'

import {
  diskUsageOf,
  notesOf,
  noteText,
  packSamples,
  parseMemoryField,
  prepareFolders,
  storeDirectory,
  storeOrder,
  unpackSamples,
} from '../src/stores/index.ts'
import { sampleOf } from '../src/stores/verify.ts'
import { goldenStores } from './golden-stores.ts'

it('is the golden workload, which every language repeats', () => {
  const stored: unknown = JSON.parse(
    readFileSync(new URL('../golden/stores.json', import.meta.url), 'utf8'),
  )
  expect(goldenStores()).toEqual(stored)
})

it('gives large notes 300 characters that begin with their name', () => {
  expect(noteText('large', 9_999, 999)).toHaveLength(300)
  expect(noteText('large', 7, 0)).toMatch(/^note 0 of agent 7: Lorem ipsum dolor sit amet/)
  expect(noteText('small', 7, 3)).toBe('note 3 of agent 7')
})

it('counts notes and their time from 0', () => {
  expect(notesOf('small', 2, 2)).toEqual([
    { text: 'note 0 of agent 2', ts: 0 },
    { text: 'note 1 of agent 2', ts: 1 },
  ])
})

it('visits every store once, in an order that follows from the seed', () => {
  const order = storeOrder(1, 100)
  expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index))
  expect(order).toEqual(storeOrder(1, 100))
  expect(order).not.toEqual(storeOrder(2, 100))
  expect(order.slice(0, 5)).toEqual([17, 24, 67, 18, 73])
})

it('samples the first and the last store, and each at most once', () => {
  expect(sampleOf([5])).toEqual([5])
  const sample = sampleOf(storeOrder(1, 1_000))
  expect(new Set(sample).size).toBe(10)
  expect([sample[0], sample[9]]).toEqual([storeOrder(1, 1_000)[0], storeOrder(1, 1_000)[999]])
})

it('packs samples without loss', () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeNat()), (values) => {
      expect(unpackSamples(packSamples(values))).toEqual(values)
    }),
  )
})

it('refuses samples that were cut', () => {
  const bytes = Buffer.from(packSamples([300]), 'base64')
  expect(() => unpackSamples(bytes.subarray(0, -4).toString('base64'))).toThrow(/unexpected end/)
})

it('reads memory in bytes, and says which field is missing', () => {
  const text = 'Rss:                1024 kB\nAnonymous:            12 kB\n'
  expect(parseMemoryField(text, 'Anonymous')).toBe(12_288)
  expect(() => parseMemoryField(text, 'Pss')).toThrow(/no Pss/)
})

it('makes the folders that stores lie in, and measures their files', async () => {
  const root = await mkdtemp(join(tmpdir(), 'rowrate-stores-folders-'))
  try {
    prepareFolders(root, 999, 2)
    for (const store of [999, 1_000]) mkdirSync(storeDirectory(root, store))
    const directory = storeDirectory(root, 1_000)
    mkdirSync(join(directory, 'inner'))
    writeFileSync(join(directory, 'inner', 'file'), Buffer.alloc(5_000))
    const usage = diskUsageOf(directory)
    expect(usage).toMatchObject({ apparentBytes: 5_000, files: 1 })
    expect(usage.allocatedBytes % 512).toBe(0)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})
