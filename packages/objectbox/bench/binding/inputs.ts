import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomStream } from '@rowrate/core'
import { compileCodec, WriteBuffer } from '../../src/codec/index.ts'
import type { ResolvedEntity } from '../../src/entity/index.ts'
import {
  changedBoth,
  changedText,
  JOURNAL_COUNT,
  LARGE_COUNT,
  LEVELS,
  PAGE_SIZE,
  SEED,
  storedJournals,
  type Journal,
} from './journal.ts'

const SPAN_WORDS = 3
/** Offsets into the matches of each level, from the first page to the last. */
const PAGES_PER_LEVEL = 8

/** Writes what the contenders read before they measure. `entity` is that of the stores. */
export function writeInputs(directory: string, entity: ResolvedEntity): void {
  const journals = storedJournals(JOURNAL_COUNT)
  const versions = {
    objects: journals,
    'changed-text': journals.map(changedText),
    'changed-both': journals.map(changedBoth),
  }
  for (const [name, version] of Object.entries(versions)) {
    writeFileSync(join(directory, `${name}.bin`), serialized(entity, version))
    writeFileSync(join(directory, `${name}.json`), asJson(version))
  }
  writeFileSync(join(directory, 'ids.bin'), randomIds())
  writeFileSync(join(directory, 'pages.bin'), pages())
}

/** Count, then per object its offset, size and the offset of its id, then, 8-aligned, the objects. */
function serialized(entity: ResolvedEntity, objects: readonly object[]): Uint8Array {
  const buffer = new WriteBuffer()
  compileCodec(entity).encodeMany(objects, buffer)
  const headerBytes = Math.ceil((4 * (1 + SPAN_WORDS * objects.length)) / 8) * 8
  const file = new Uint8Array(headerBytes + buffer.end)
  const header = new Uint32Array(file.buffer, 0, 1 + SPAN_WORDS * objects.length)
  header[0] = objects.length
  header.set(buffer.spans.subarray(0, SPAN_WORDS * objects.length), 1)
  file.set(buffer.bytes.subarray(0, buffer.end), headerBytes)
  return file
}

/** Dates as milliseconds. */
function asJson(journals: readonly Journal[]): string {
  return JSON.stringify(
    journals.map(({ timestamp, ...rest }) => ({ ...rest, timestamp: timestamp.getTime() })),
  )
}

function randomIds(): Uint32Array {
  const random = randomStream(SEED, 'binding', 'get')
  return Uint32Array.from({ length: JOURNAL_COUNT }, () => random(1, JOURNAL_COUNT))
}

/** Pairs of level and offset, evenly over the matches of the least frequent level. */
function pages(): Uint32Array {
  const journals = storedJournals(LARGE_COUNT)
  const counts = LEVELS.map((level) => journals.filter((each) => each.level === level).length)
  const lastOffset = Math.min(...counts) - PAGE_SIZE
  const pairs = LEVELS.flatMap((level) =>
    Array.from({ length: PAGES_PER_LEVEL }, (_, index) => [
      level,
      Math.floor((index * lastOffset) / (PAGES_PER_LEVEL - 1)),
    ]),
  )
  return Uint32Array.from(pairs.flat())
}

export function readNumbers(directory: string, name: 'ids.bin' | 'pages.bin'): number[] {
  const bytes = readFileSync(join(directory, name))
  return [...new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)]
}

export interface Page {
  readonly level: number
  readonly offset: number
}

export function readPages(directory: string): Page[] {
  const numbers = readNumbers(directory, 'pages.bin')
  return Array.from({ length: numbers.length / 2 }, (_, index) => ({
    level: numbers[2 * index]!,
    offset: numbers[2 * index + 1]!,
  }))
}
