import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { entity, id, int16, string } from '../../src/entity/index.ts'
import { ModelError, syncModelFile, type ModelFileOptions } from '../../src/model/index.ts'

const Note = entity('Note', { id: id(), text: string().index('hash64') })

let directory = ''
let path = ''

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'obx-model-'))
  path = join(directory, 'objectbox-model.json')
})
afterEach(() => rmSync(directory, { recursive: true }))

function syncFile(options: Partial<ModelFileOptions> = {}) {
  return syncModelFile({ path, schemas: [Note.schema], storeExists: false, ...options })
}

/** As another language's tools write it: uids beyond 2^53, keys we do not know, no relations. */
const foreignFile = `{
  "_note1": "KEEP THIS FILE!",
  "entities": [
    {
      "id": "3:6913257146382911437",
      "lastPropertyId": "5:4611686018427387905",
      "name": "note",
      "externalName": "notes",
      "properties": [
        { "id": "2:9223372036854775807", "name": "id", "type": 6, "flags": 1 },
        {
          "id": "5:4611686018427387905",
          "name": "text",
          "indexId": "7:2305843009213693953",
          "type": 9,
          "flags": 4096,
          "externalType": 102
        }
      ]
    }
  ],
  "lastEntityId": "3:6913257146382911437",
  "lastIndexId": "7:2305843009213693953",
  "lastRelationId": "0:0",
  "lastSequenceId": "",
  "modelVersion": 5,
  "modelVersionParserMinimum": 5,
  "retiredEntityUids": [
    9007199254740993,
    12
  ],
  "retiredIndexUids": [],
  "retiredPropertyUids": [
    9223372036854775806
  ],
  "retiredRelationUids": [],
  "someNumber": 18014398509481985,
  "version": 1
}
`

describe('a file of another language', () => {
  beforeEach(() => writeFileSync(path, foreignFile))

  test('is understood, its names regardless of case', () => {
    const Same = entity('note', { id: id(), text: string().index('hash64') })
    const { resolved, changes } = syncFile({ schemas: [Same.schema] })
    expect(changes).toEqual([])
    expect(resolved.entities[0]).toMatchObject({ id: 3, uid: 6913257146382911437n })
    expect(resolved.entities[0]!.properties).toMatchObject([
      { id: 2, uid: 9223372036854775807n },
      { id: 5, uid: 4611686018427387905n, index: { id: 7, uid: 2305843009213693953n } },
    ])
    expect(readFileSync(path, 'utf8')).toBe(foreignFile)
  })

  test('keeps uids beyond 2^53 and unknown keys when it is written', () => {
    syncFile({ schemas: [entity('note', { id: id(), text: string() }).schema] })
    const written = readFileSync(path, 'utf8')
    expect(written).toContain('    9007199254740993,\n    12\n')
    expect(written).toContain('"retiredPropertyUids": [\n    9223372036854775806\n  ]')
    expect(written).toContain('"retiredIndexUids": [\n    2305843009213693953\n  ]')
    expect(written).toContain('"someNumber": 18014398509481985')
    expect(written).toContain('"externalName": "notes"')
    expect(written).toContain('"externalType": 102')
    expect(written).toContain('"_note1": "KEEP THIS FILE!"')
    expect(
      syncFile({ schemas: [entity('note', { id: id(), text: string() }).schema] }).changes,
    ).toEqual([])
  })
})

test('is written only when something changed, and leaves nothing beside it', () => {
  syncFile()
  const before = statSync(path, { bigint: true })
  expect(syncFile({ storeExists: true }).changes).toEqual([])
  expect(statSync(path, { bigint: true }).mtimeNs).toBe(before.mtimeNs)
  expect(statSync(path, { bigint: true }).ino).toBe(before.ino)
  expect(readdirSync(directory)).toEqual(['objectbox-model.json'])
})

/** What the sync throws, as a text. */
function failure(options: Partial<ModelFileOptions> = {}): string {
  try {
    syncFile(options)
  } catch (error) {
    if (error instanceof ModelError) return error.message
    throw error
  }
  return 'no error'
}

describe('errors say what to do', () => {
  test('for a missing file beside a store', () => {
    expect(
      failure({
        storeExists: true,
      }),
    ).toContain('is missing, but its store exists; restore the file from version control')
  })

  test('for merge conflicts', () => {
    writeFileSync(path, '{\n<<<<<<< HEAD\n"a": 1\n=======\n"a": 2\n>>>>>>> other\n}')
    expect(failure()).toContain(`${path} has merge conflict markers; keep the ids of both sides`)
  })

  test('for text that is no JSON, and for an empty file', () => {
    writeFileSync(path, '{"entities": [')
    expect(failure()).toContain(`${path} is damaged`)
    writeFileSync(path, '')
    expect(failure()).toContain(`${path} is damaged`)
  })

  test('for a newer file', () => {
    writeFileSync(
      path,
      foreignFile.replace('"modelVersionParserMinimum": 5', '"modelVersionParserMinimum": 6'),
    )
    expect(failure()).toContain(
      'was written by a newer version (needs model version 6, this one knows 5); update',
    )
  })

  test.each([
    ['entities is no list', '"entities": {}, "modelVersion": 5'],
    ['modelVersionParserMinimum is missing', '"entities": []'],
    ['the file is no object', null],
  ])('for content that makes no sense: %s', (problem, content) => {
    writeFileSync(path, content === null ? '[]' : `{${content}}`)
    expect(failure()).toContain(
      `is damaged: ${problem}; restore it from version control or a backup`,
    )
  })

  test.each([
    [
      '"id": "2:9223372036854775807"',
      '"id": "5:9223372036854775807"',
      'property of note id 5 is used twice',
    ],
    [
      '"id": "2:9223372036854775807"',
      '"id": "6:9223372036854775807"',
      'beyond the last property of note id 5',
    ],
    [
      '"id": "2:9223372036854775807"',
      '"id": "2:12"',
      'note.id and the retired uid 12 have the same uid 12',
    ],
    ['"id": "2:9223372036854775807"', '"id": "two"', 'is "two", where "id:uid" is expected'],
    ['"id": "2:9223372036854775807"', '"id": "2:0"', 'note.id has the id 2:0'],
    ['"name": "text"', '"name": 5', 'something has no name'],
    ['9007199254740993,', '"x",', 'retiredEntityUids has x'],
  ])('for a file with %s made %s', (original, changed, problem) => {
    writeFileSync(path, foreignFile.replace(original, changed))
    expect(failure()).toContain(problem)
  })

  test('for a read-only store whose definitions differ', () => {
    syncFile()
    const Changed = entity('Note', { id: id(), text: string().index('hash64'), level: int16() })
    const before = readFileSync(path, 'utf8')
    expect(
      failure({
        readOnly: true,
        storeExists: true,
        schemas: [Changed.schema],
      }),
    ).toContain('opened read-only, but its entities differ from')
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect(syncFile({ readOnly: true, storeExists: true }).changes).toEqual([])
  })

  test('for a directory that does not exist, with the cause', () => {
    const elsewhere = join(directory, 'none', 'objectbox-model.json')
    expect(failure({ path: elsewhere })).toContain(`${elsewhere} could not be written`)
  })
})
