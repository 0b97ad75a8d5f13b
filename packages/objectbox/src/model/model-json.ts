import { ModelError } from './model-error.ts'

/** An entity in `objectbox-model.json`; ids are `"id:uid"` strings. Unknown keys are kept. */
export interface EntityJson {
  id: string
  lastPropertyId: string
  name: string
  flags?: number
  properties: PropertyJson[]
  relations?: RelationJson[]
  [key: string]: unknown
}

export interface PropertyJson {
  id: string
  name: string
  type?: number
  flags?: number
  indexId?: string
  relationTarget?: string
  [key: string]: unknown
}

export interface RelationJson {
  id: string
  name: string
  targetId: string
  [key: string]: unknown
}

/** The content of `objectbox-model.json`, the same for all languages. Uids are bigints. */
export interface ModelJson {
  entities: EntityJson[]
  lastEntityId: string
  lastIndexId: string
  lastRelationId: string
  lastSequenceId: string
  modelVersion: number
  modelVersionParserMinimum: number
  retiredEntityUids: bigint[]
  retiredIndexUids: bigint[]
  retiredPropertyUids: bigint[]
  retiredRelationUids: bigint[]
  version: number
  [key: string]: unknown
}

export const MODEL_VERSION = 5

export const retiredKeys = [
  'retiredEntityUids',
  'retiredIndexUids',
  'retiredPropertyUids',
  'retiredRelationUids',
] as const

export function emptyModelJson(): ModelJson {
  return {
    _note1: 'Keep this file under version control: it ties the stored data to the definitions.',
    _note2: 'ObjectBox gives the ids in it and never gives one twice; do not edit them.',
    _note3: 'After a merge conflict keep every id of both sides, and give ids used twice anew.',
    entities: [],
    lastEntityId: '0:0',
    lastIndexId: '0:0',
    lastRelationId: '0:0',
    lastSequenceId: '0:0',
    modelVersion: MODEL_VERSION,
    modelVersionParserMinimum: MODEL_VERSION,
    retiredEntityUids: [],
    retiredIndexUids: [],
    retiredPropertyUids: [],
    retiredRelationUids: [],
    version: 1,
  }
}

/** An integer beyond 2^53, which uids are, from its source text; everything else as it is. */
function exactInteger(
  _key: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  const source = context?.source ?? ''
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value)
  return isInexact && /^-?\d+$/.test(source) ? BigInt(source) : value
}

// Known to Node 24, not yet to the types.
const rawJson: (source: string) => unknown = Reflect.get(JSON, 'rawJSON')

function bareNumber(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? rawJson(String(value)) : value
}

/**
 * Reads a model file's text, integers beyond 2^53 as bigints. `where` names the file in errors.
 */
export function parseModelJson(text: string, where: string): unknown {
  if (/^(<{7}|={7}|>{7})/m.test(text)) {
    throw new ModelError(
      `${where} has merge conflict markers; keep the ids of both sides, and let one side's new ids be given anew`,
    )
  }
  try {
    return JSON.parse(text, exactInteger)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new ModelError(
      `${where} is damaged (${error.message}); restore it from version control or a backup`,
      { cause: error },
    )
  }
}

/** The text of a model file: bigints as bare numbers. */
export function stringifyModelJson(json: ModelJson): string {
  return `${JSON.stringify(json, bareNumber, 2)}\n`
}
