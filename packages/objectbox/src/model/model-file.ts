import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { EntitySchema } from '../entity/schema.ts'
import { ModelError } from './model-error.ts'
import { parseModelJson, stringifyModelJson, type ModelJson } from './model-json.ts'
import { syncModel, type SyncOptions, type SyncResult } from './sync.ts'

export interface ModelFileOptions extends SyncOptions {
  /** Path of `objectbox-model.json`. */
  readonly path: string
  readonly schemas: readonly EntitySchema[]
  /** Whether there already is a database that the file belongs to: then it must be there too. */
  readonly storeExists: boolean
  /** Never writes; definitions that would change the file are then an error. */
  readonly readOnly?: boolean
}

/**
 * Brings the definitions and the model file together and writes the file, whole or not at all, if
 * something changed. To be called before the store opens: ids that a failed open has used up are
 * harmless, ids in the database that the file does not know are not.
 */
export function syncModelFile(options: ModelFileOptions): SyncResult {
  const { path, schemas, storeExists, readOnly = false } = options
  const stored = readModelFile(path)
  if (stored === undefined && storeExists) {
    throw new ModelError(
      `${path} is missing, but its store exists; restore the file from version control: without it the ids in the database are unknown`,
    )
  }
  const result = syncModel(schemas, stored, { ...options, where: path })
  if (result.changes.length === 0) return result
  if (readOnly) {
    const names = result.changes.map(({ kind, name }) => `${name} ${kind}`).join(', ')
    throw new ModelError(
      `the store is opened read-only, but its entities differ from ${path} (${names}); open it once for writing`,
    )
  }
  writeModelFile(path, result.json)
  return result
}

function readModelFile(path: string): unknown {
  try {
    return parseModelJson(readFileSync(path, 'utf8'), path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes beside the file, then renames: a crash leaves the old file or the new one. */
function writeModelFile(path: string, json: ModelJson): void {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    const file = openSync(temporary, 'w')
    try {
      writeSync(file, stringifyModelJson(json))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
    syncDirectory(dirname(path))
  } catch (error) {
    rmSync(temporary, { force: true })
    throw new ModelError(`${path} could not be written`, { cause: error })
  }
}

/** Makes the rename durable; Windows cannot open a directory and does not need it. */
function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return
  const file = openSync(directory, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
