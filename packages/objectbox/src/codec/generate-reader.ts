import { isTypedVector } from '../entity/kinds.ts'
import type { PropertySchema } from '../entity/schema.ts'
import type { FieldLayout, Layout } from './layout.ts'

/**
 * The source of `function decode(arena, offset)`: finds the fields through the vtable, so it reads
 * what any writer stored, and returns an object literal, so all objects have the same shape.
 */
export function generateReader(layout: Layout): string {
  const { fields } = layout
  return [
    'function decode(arena, offset) {',
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
  ].join('\n')
}

const readsBytes = ({ property: { schema } }: FieldLayout): boolean =>
  schema.kind === 'string' || schema.kind === 'stringVector' || schema.kind === 'flex'

function positionStatement({ property, index }: FieldLayout): string {
  const slot = 2 + 2 * property.id
  return `  const at${index} = size > ${slot} ? view.getUint16(vtable + ${slot}, true) : 0`
}

function propertyLine(field: FieldLayout): string {
  const { schema } = field.property
  const { index } = field
  const value = readExpression(schema, index, `table + at${index}`)
  return `    ${JSON.stringify(schema.name)}: at${index} === 0 ? ${absentExpression(schema, index)} : ${value},`
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
