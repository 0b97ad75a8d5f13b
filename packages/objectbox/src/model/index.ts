export { ModelError } from './model-error.ts'
export { syncModelFile, type ModelFileOptions } from './model-file.ts'
export { stringifyModelJson, type ModelJson } from './model-json.ts'
export { syncModel, type SyncOptions } from './sync.ts'
