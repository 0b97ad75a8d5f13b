import { SchemaError } from '../error/objectbox-error.ts'

/** The library's code for a schema it refuses. */
const SCHEMA_ERROR = 10_501

/** The definitions and the stored model, or the model file, cannot be brought together. */
export class ModelError extends SchemaError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, { ...options, code: SCHEMA_ERROR })
  }
}
