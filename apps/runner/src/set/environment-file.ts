import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { RowrateError } from '@rowrate/core'
import type { z } from 'zod'

export const environmentFile = (directory: string): string => join(directory, 'environment.json')

/** Written whole or not at all: a set without it can not be gone on with. */
export function writeEnvironment(directory: string, environment: object): undefined {
  const draft = `${environmentFile(directory)}.draft`
  writeFileSync(draft, `${JSON.stringify(environment, undefined, 2)}\n`, { flush: true })
  renameSync(draft, environmentFile(directory))
  const folder = openSync(directory, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/** Throws RESULT_SET_INVALID where the record does not fit. */
export function readEnvironment<T>(directory: string, schema: z.ZodType<T>): T {
  const file = environmentFile(directory)
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  const { path = [], message = 'unreadable' } = parsed.error.issues[0] ?? {}
  throw new RowrateError('RESULT_SET_INVALID', `${file}: ${path.join('.')}: ${message}`)
}
