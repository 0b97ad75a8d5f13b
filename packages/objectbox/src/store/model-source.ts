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

/** A model that this process has synchronised. */
interface Synchronised {
  readonly entities: readonly AnyEntity[]
  readonly model: ResolvedModel
}

/** By the model file that was named, and by the directory where none was. */
const byModelFile = new Map<string, Synchronised[]>()
const byDirectory = new Map<string, Synchronised[]>()
const programs = new WeakMap<ResolvedModel, Uint8Array>()

/**
 * Brings definitions and model file together as `modelSync` says. The directory is locked;
 * `storeExists` tells whether there is a database in it.
 */
export function modelSource(
  options: StoreOptions,
  directory: string,
  storeExists: boolean,
): ModelSource {
  const { entities, modelFile, modelSync = 'always' } = options
  if (isInMemory(directory) && modelFile === undefined) return withProgram(memoryModel(entities))
  const models = modelsOf(directory, modelFile)
  const known = modelSync === 'always' ? undefined : find(models, entities)
  if (known !== undefined) {
    const isSkipped = modelSync === 'skip' && storeExists
    return isSkipped ? { model: known.model, program: NO_PROGRAM } : withProgram(known.model)
  }
  const path = modelFile ?? join(directory, 'objectbox-model.json')
  const { model, hasChanged } = syncFile(options, path, storeExists)
  remember(models, entities, model)
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
  const models = modelsOf('', undefined)
  const known = find(models, entities)
  if (known !== undefined) return known.model
  const { resolved } = syncModel(
    entities.map(({ schema }) => schema),
    undefined,
  )
  remember(models, entities, resolved)
  return resolved
}

function modelsOf(directory: string, modelFile: string | undefined): Synchronised[] {
  const map = modelFile === undefined ? byDirectory : byModelFile
  const place = modelFile ?? directory
  let models = map.get(place)
  if (models === undefined) {
    models = []
    map.set(place, models)
  }
  return models
}

/** The model of the same definitions, whatever array holds them. */
function find(
  models: readonly Synchronised[],
  entities: readonly AnyEntity[],
): Synchronised | undefined {
  return models.find(
    (known) =>
      known.entities.length === entities.length &&
      known.entities.every((definition, index) => definition === entities[index]),
  )
}

function remember(
  models: Synchronised[],
  entities: readonly AnyEntity[],
  model: ResolvedModel,
): void {
  const known = find(models, entities)
  if (known !== undefined) models.splice(models.indexOf(known), 1)
  models.push({ entities: [...entities], model })
}

function withProgram(model: ResolvedModel): ModelSource {
  let program = programs.get(model)
  if (program === undefined) {
    program = modelProgram(model)
    programs.set(model, program)
  }
  return { model, program }
}
