import { isTypedVector } from '../entity/kinds.ts'
import type { PropertySchema } from '../entity/schema.ts'
import type { FieldLayout, Layout } from './layout.ts'

/** Up to here one look-up of many strings costs more than it saves. */
const LEAST_AT_ONCE = 4
/** As many as `resultTexts` of the native side gives at once. */
const MOST_AT_ONCE = 128

/**
 * The source of `decode(arena, offset, ...texts)` and `decodeMany(arena, offsets, count, readTexts)`:
 * they find the fields through the vtable, so they read what any writer stored, and return object
 * literals, so all objects have the same shape. With `readTexts` the strings of many objects are
 * made in one native call, which takes less than half of the time of a call for each.
 */
export function generateReader({ fields }: Layout): string {
  const texts = fields.filter(isText)
  return [
    ...decodeLines(fields, texts),
    ...(texts.length === 0 ? [] : ['const list = (...texts) => texts']),
    ...decodeManyLines(texts),
  ].join('\n')
}

/** Where the vtable has the first string, or 0. */
export function textSlotOf({ fields }: Layout): number {
  const text = fields.find(isText)
  return text === undefined ? 0 : slotOf(text)
}

function decodeLines(fields: readonly FieldLayout[], texts: readonly FieldLayout[]): string[] {
  return [
    `function decode(${['arena', 'offset', ...texts.map(textName)].join(', ')}) {`,
    '  const view = arena.view',
    ...(fields.some(readsBytes) ? ['  const bytes = arena.bytes'] : []),
    '  const table = offset + view.getInt32(offset, true)',
    '  const vtable = table - view.getInt32(table, true)',
    '  const size = view.getUint16(vtable, true)',
    ...fields.map(positionStatement),
    '  return {',
    ...fields.map(propertyLine),
    '  }',
    '}',
  ]
}

function decodeManyLines(texts: readonly FieldLayout[]): string[] {
  const each = 'offset === MISSING ? null : '
  const oneByOne = [
    'for (let i = 0; i < count; i++) {',
    '  const offset = offsets[i]',
    `  objects[i] = ${each}decode(arena, offset)`,
    '}',
  ]
  // An array of the final length: growing one step by step took a tenth of the time.
  const head = [
    'function decodeMany(arena, offsets, count, readTexts) {',
    '  const objects = new Array(count)',
  ]
  if (texts.length === 0) return [...head, ...indent(oneByOne), '  return objects', '}']
  const given = texts.map((field) => `${listName(field)}[i - start]`)
  return [
    ...head,
    `  if (readTexts === undefined || count < ${LEAST_AT_ONCE}) {`,
    ...indent(indent(oneByOne)),
    '    return objects',
    '  }',
    `  for (let start = 0; start < count; start += ${MOST_AT_ONCE}) {`,
    `    const end = Math.min(start + ${MOST_AT_ONCE}, count)`,
    ...texts.map(
      (field) =>
        `    const ${listName(field)} = readTexts(start, end - start, ${slotOf(field)}, list)`,
    ),
    '    for (let i = start; i < end; i++) {',
    '      const offset = offsets[i]',
    `      objects[i] = ${each}decode(arena, offset, ${given.join(', ')})`,
    '    }',
    '  }',
    '  return objects',
    '}',
  ]
}

const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`)

const isText = ({ property: { schema } }: FieldLayout): boolean => schema.kind === 'string'

const textName = ({ index }: FieldLayout): string => `text${index}`

const listName = ({ index }: FieldLayout): string => `texts${index}`

/** Where the vtable has the field. */
const slotOf = ({ property }: FieldLayout): number => 2 + 2 * property.id

const readsBytes = ({ property: { schema } }: FieldLayout): boolean =>
  schema.kind === 'string' || schema.kind === 'stringVector' || schema.kind === 'flex'

function positionStatement(field: FieldLayout): string {
  const slot = slotOf(field)
  return `  const at${field.index} = size > ${slot} ? view.getUint16(vtable + ${slot}, true) : 0`
}

function propertyLine(field: FieldLayout): string {
  const { schema } = field.property
  const { index } = field
  const value = readExpression(schema, index, `table + at${index}`)
  const found = `at${index} === 0 ? ${absentExpression(schema, index)} : ${value}`
  const text = textName(field)
  const chosen = isText(field) ? `${text} !== undefined ? ${text} : ${found}` : found
  return `    ${JSON.stringify(schema.name)}: ${chosen},`
}

function absentExpression(schema: PropertySchema, index: number): string {
  if (schema.nullable) return 'null'
  if (schema.kind === 'id') return '0'
  return `absent(${index})`
}

function readExpression(schema: PropertySchema, index: number, at: string): string {
  switch (schema.kind) {
    case 'bool':
      return `view.getInt8(${at}) !== 0`
    case 'int8':
      return `view.getInt8(${at})`
    case 'uint8':
      return `view.getUint8(${at})`
    case 'int16':
      return `view.getInt16(${at}, true)`
    case 'uint16':
      return `view.getUint16(${at}, true)`
    case 'int32':
      return `view.getInt32(${at}, true)`
    case 'uint32':
      return `view.getUint32(${at}, true)`
    case 'float':
      return `view.getFloat32(${at}, true)`
    case 'double':
      return `view.getFloat64(${at}, true)`
    case 'id':
      return `safeUnsigned(view, ${at}, ${index})`
    case 'toOne':
      return `safeUnsigned(view, ${at}, ${index}) || null`
    default:
      return wideExpression(schema, index, at)
  }
}

function wideExpression({ kind, form }: PropertySchema, index: number, at: string): string {
  if (kind === 'string') return `readText(bytes, view, ${at})`
  if (kind === 'stringVector') return `readStringVector(bytes, view, ${at})`
  if (kind === 'flex') return `readFlex(bytes, view, ${at})`
  if (kind === 'boolVector') return `readBoolVector(view, ${at})`
  if (kind === 'dateVector') return `readDateVector(view, ${at})`
  if (isTypedVector(kind)) return `readVector(view, ${at}, ${JSON.stringify(kind)})`
  const isUnsigned = kind === 'uint64'
  if (form === 'bigint') return `view.getBig${isUnsigned ? 'Uint64' : 'Int64'}(${at}, true)`
  const number = `${isUnsigned ? 'safeUnsigned' : 'safeNumber'}(view, ${at}, ${index})`
  return kind === 'date' && form === 'default' ? `new Date(${number})` : number
}
