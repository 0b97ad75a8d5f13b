import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import type { AuditLine, Environment, LoadLine, RunLine, Sample } from '@rowrate/core'
import {
  RowrateError,
  auditLineSchema,
  diskLineSchema,
  environmentSchema,
  loadLineSchema,
  sampleSchema,
  unavailableLineSchema,
} from '@rowrate/core'
import { z } from 'zod'

/** The raw part of a result set, from which everything else is computed. */
export interface ResultSet {
  readonly environment: Environment
  readonly samples: readonly Sample[]
  readonly audits: readonly AuditLine[]
  /** Engine name to the reason why it could not take part. */
  readonly unavailable: ReadonlyMap<string, string>
  readonly disks: readonly Extract<RunLine, { type: 'disk' }>[]
  readonly load: readonly LoadLine[]
}

const runLineSchemas = {
  sample: sampleSchema,
  audit: auditLineSchema,
  unavailable: unavailableLineSchema,
  disk: diskLineSchema,
} as const

/** Reads environment.json, runs.jsonl (or runs.jsonl.gz) and load.jsonl. Throws RESULT_SET_INVALID with file and line. */
export async function readResultSet(directory: string): Promise<ResultSet> {
  const environment = await readEnvironment(directory)
  const lines = await readRunLines(directory)
  return {
    environment,
    samples: lines.filter((line) => line.type === 'sample'),
    audits: lines.filter((line) => line.type === 'audit'),
    unavailable: new Map(
      lines
        .filter((line) => line.type === 'unavailable')
        .map(({ engine, message }) => [engine, message]),
    ),
    disks: lines.filter((line) => line.type === 'disk'),
    load: await readLoad(directory),
  }
}

async function readEnvironment(directory: string): Promise<Environment> {
  const file = join(directory, 'environment.json')
  if (!existsSync(file)) {
    throw invalid(
      `${directory} is not a result set: it has no environment.json. Give the folder that \`pnpm bench\` wrote`,
    )
  }
  return validate(environmentSchema, parse(await readFile(file, 'utf8'), file), file)
}

/** runs.jsonl is taken before runs.jsonl.gz: packing removes it only when the compressed file is complete. */
async function readRunLines(directory: string): Promise<RunLine[]> {
  const plain = join(directory, 'runs.jsonl')
  if (existsSync(plain)) return parseLines(await readFile(plain, 'utf8'), plain, parseRunLine)
  const packed = `${plain}.gz`
  if (!existsSync(packed)) {
    throw invalid(`${directory} has neither runs.jsonl nor runs.jsonl.gz: nothing was measured`)
  }
  return parseLines(unpack(await readFile(packed), packed), packed, parseRunLine)
}

function unpack(bytes: Buffer, file: string): string {
  try {
    return gunzipSync(bytes).toString('utf8')
  } catch (cause) {
    throw invalid(`${file} can not be decompressed: restore it from where it was published`, cause)
  }
}

async function readLoad(directory: string): Promise<LoadLine[]> {
  const file = join(directory, 'load.jsonl')
  if (!existsSync(file)) return []
  return parseLines(await readFile(file, 'utf8'), file, (value, place) =>
    validate(loadLineSchema, value, place),
  )
}

function parseLines<Line>(
  text: string,
  file: string,
  read: (value: unknown, place: string) => Line,
): Line[] {
  return text.split('\n').flatMap((line, index) => {
    if (line === '') return []
    const place = `${file}:${index + 1}`
    return [read(parse(line, place), place)]
  })
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw invalid(
      `${place} is not complete JSON. \`pnpm bench --resume DIR\` repairs the last line of an interrupted run; damage elsewhere needs the original file`,
      cause,
    )
  }
}

const lineTypeSchema = z.looseObject({ type: z.enum(['sample', 'audit', 'unavailable', 'disk']) })

/** By the line's type first: the issues of a union of all types would not say which line was meant. */
function parseRunLine(value: unknown, place: string): RunLine {
  const { type } = validate(lineTypeSchema, value, place)
  return validate(runLineSchemas[type], value, place)
}

function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: string,
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'the whole'}: ${message}`,
  )
  throw invalid(
    `${place} does not fit the schema of this version: ${issues.slice(0, 3).join('; ')}. Render it with the version that wrote it, or correct the line`,
    result.error,
  )
}

const invalid = (message: string, cause?: unknown) =>
  new RowrateError('RESULT_SET_INVALID', message, cause === undefined ? undefined : { cause })
