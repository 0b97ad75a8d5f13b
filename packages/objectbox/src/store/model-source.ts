import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyEntity } from '../entity/entity.ts'
import type { ResolvedModel } from '../entity/schema.ts'
import { syncModel, syncModelFile } from '../model/index.ts'
import { modelProgram } from '../native/model-program.ts'
import { isInMemory, type StoreOptions } from './store-options.ts'

/** The model of a store that is about to open. */
export interface ModelSource {
  readonly model: ResolvedModel
  /** For the library; empty to open with the schema that is stored. */
  readonly program: Uint8Array
}

const NO_PROGRAM = new Uint8Array(0)
const NO_REMOVAL: readonly string[] = []

/** Models that this process has synchronised, by the entities and the model file. */
const synchronised = new Map<string, ResolvedModel>()
const definitionNumbers = new WeakMap<AnyEntity, number>()
let definitionCount = 0
const programs = new WeakMap<ResolvedModel, Uint8Array>()

/** Brings definitions and model file together as `modelSync` says. The directory is locked. */
export function modelSource(options: StoreOptions, directory: string): ModelSource {
  const { entities, modelFile, modelSync = 'always' } = options
  const isMemory = isInMemory(directory)
  if (isMemory && modelFile === undefined) return withProgram(memoryModel(entities))
  const path = modelFile ?? join(directory, 'objectbox-model.json')
  const key = keyOf(entities, path)
  const known = modelSync === 'always' ? undefined : synchronised.get(key)
  const storeExists = !isMemory && existsSync(join(directory, 'data.mdb'))
  if (known !== undefined) {
    return storeExists ? { model: known, program: NO_PROGRAM } : withProgram(known)
  }
  const { model, hasChanged } = syncFile(options, path, storeExists)
  synchronised.set(key, model)
  if (modelSync === 'skip' && storeExists && !hasChanged) return { model, program: NO_PROGRAM }
  return withProgram(model)
}

function syncFile(
  options: StoreOptions,
  path: string,
  storeExists: boolean,
): { readonly model: ResolvedModel; readonly hasChanged: boolean } {
  const { resolved, changes, warnings } = syncModelFile({
    path,
    storeExists,
    schemas: options.entities.map(({ schema }) => schema),
    readOnly: options.readOnly ?? false,
    allowRemoval: options.allowRemoval ?? NO_REMOVAL,
  })
  for (const warning of warnings) process.emitWarning(warning, 'ObjectBoxModelWarning')
  return { model: resolved, hasChanged: changes.length > 0 }
}

/** An in-memory store ends with its process, so its ids need no file. */
function memoryModel(entities: readonly AnyEntity[]): ResolvedModel {
  const key = keyOf(entities, '')
  let model = synchronised.get(key)
  if (model === undefined) {
    const schemas = entities.map(({ schema }) => schema)
    model = syncModel(schemas, undefined).resolved
    synchronised.set(key, model)
  }
  return model
}

/** Tells lists of the same definitions, whatever array holds them. */
function keyOf(entities: readonly AnyEntity[], path: string): string {
  let key = ''
  for (const definition of entities) {
    let number = definitionNumbers.get(definition)
    if (number === undefined) {
      number = ++definitionCount
      definitionNumbers.set(definition, number)
    }
    key += `${number} `
  }
  return key + path
}

function withProgram(model: ResolvedModel): ModelSource {
  let program = programs.get(model)
  if (program === undefined) {
    program = modelProgram(model)
    programs.set(model, program)
  }
  return { model, program }
}
