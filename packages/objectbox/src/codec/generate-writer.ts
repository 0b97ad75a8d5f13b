import { isTypedVector } from '../entity/kinds.ts'
import type { PropertySchema } from '../entity/schema.ts'
import { VTABLE_AT, type FieldLayout, type Layout } from './layout.ts'

const MOST_FLOAT = '3.4028235677973366e38'

/**
 * The source of `function encode(object, target)`: reads and checks every property, reserves room
 * once, then writes the fixed part and the strings and vectors behind it.
 */
export function generateWriter(layout: Layout): string {
  const { fields } = layout
  return [
    'function encode(object, target) {',
    "  if (typeof object !== 'object' || object === null) failObject(object)",
    ...fields.flatMap(readStatements),
    `  const room = ${roomExpression(layout)}`,
    '  const start = target.end',
    '  if (start + room > target.buffer.byteLength) target.reserve(start, room)',
    '  const view = target.view',
    ...(fields.some(isVariable) ? ['  const bytes = target.bytes'] : []),
    ...headStatements(layout),
    ...paddingStatements(layout),
    ...fields.filter((field) => !isVariable(field)).map(fixedStatement),
    `  ${fields.some(isVariable) ? 'let' : 'const'} end = start + ${layout.fixedBytes}`,
    ...fields.filter(isVariable).flatMap(variableStatements),
    `  target.finish(end - start, start + ${layout.idAt})`,
    '}',
  ].join('\n')
}

/** The access of a property by a name that never becomes code. */
function access(object: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name)
    ? `${object}.${name}`
    : `${object}[${JSON.stringify(name)}]`
}

const isVariable = ({ property: { schema } }: FieldLayout): boolean =>
  schema.kind === 'string' || isVector(schema)

const isVector = ({ kind }: PropertySchema): boolean =>
  kind === 'flex' || kind.endsWith('Vector') || isTypedVector(kind)

function canBeNull({ property: { schema } }: FieldLayout): boolean {
  return schema.nullable && schema.kind !== 'toOne'
}

function readStatements(field: FieldLayout): string[] {
  const { property, index } = field
  const { schema } = property
  const name = `value${index}`
  const declare = `  let ${name} = ${access('object', schema.name)}`
  if (schema.kind === 'id' || schema.kind === 'toOne') {
    return [
      declare,
      `  if (${name} === undefined || ${name} === null) ${name} = 0`,
      `  else if (!Number.isSafeInteger(${name}) || ${name} < 0) fail(${index}, ${name})`,
    ]
  }
  const statements = [declare]
  if (schema.defaultValue !== undefined) {
    statements.push(`  if (${name} === undefined) ${name} = ${defaultExpression(field)}`)
  }
  const check = checkStatement(field, name)
  if (!canBeNull(field)) return [...statements, `  ${check}`]
  return [
    ...statements,
    `  if (${name} === undefined || ${name} === null) ${name} = null`,
    `  else ${check}`,
  ]
}

function defaultExpression({ property: { schema }, index }: FieldLayout): string {
  const value = schema.defaultValue
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return `${value}n`
  const isLiteral = typeof value === 'boolean' || (typeof value === 'number' && value !== 0)
  return isLiteral ? String(value) : `absent(${index})`
}

function checkStatement({ property: { schema }, index }: FieldLayout, name: string): string {
  const failIf = (condition: string): string => `if (${condition}) fail(${index}, ${name})`
  const notNumber = `typeof ${name} !== 'number'`
  switch (schema.kind) {
    case 'bool':
      return failIf(`typeof ${name} !== 'boolean'`)
    case 'int8':
      return failIf(`${notNumber} || (${name} << 24) >> 24 !== ${name}`)
    case 'int16':
      return failIf(`${notNumber} || (${name} << 16) >> 16 !== ${name}`)
    case 'int32':
      return failIf(`${notNumber} || (${name} | 0) !== ${name}`)
    case 'uint8':
      return failIf(`${notNumber} || (${name} & 0xff) !== ${name}`)
    case 'uint16':
      return failIf(`${notNumber} || (${name} & 0xffff) !== ${name}`)
    case 'uint32':
      return failIf(`${notNumber} || ${name} >>> 0 !== ${name}`)
    case 'float':
      return failIf(
        `${notNumber} || (Math.abs(${name}) >= ${MOST_FLOAT} && Math.abs(${name}) !== Infinity)`,
      )
    case 'double':
      return failIf(notNumber)
    case 'string':
      return failIf(`typeof ${name} !== 'string'`)
    default:
      return wideCheck(schema, index, name)
  }
}

function wideCheck(schema: PropertySchema, index: number, name: string): string {
  if (schema.kind === 'flex') return `${name} = toFlex(${index}, ${name})`
  if (schema.kind === 'stringVector') return `${name} = toStrings(${index}, ${name})`
  if (isVector(schema)) return `${name} = toVector(${index}, ${name})`
  if (schema.form === 'bigint') {
    const asN = schema.kind === 'uint64' ? 'asUintN' : 'asIntN'
    return `if (typeof ${name} !== 'bigint' || BigInt.${asN}(64, ${name}) !== ${name}) fail(${index}, ${name})`
  }
  if (schema.kind === 'date' && schema.form === 'default') {
    // NaN, of an invalid Date, is the one value that differs from itself.
    const time = `${name} instanceof Date ? ${name}.getTime() : milliseconds(${index}, ${name})`
    return `if ((${name} = ${time}) !== ${name}) fail(${index}, ${access('object', schema.name)})`
  }
  const negative = schema.kind === 'uint64' ? ` || ${name} < 0` : ''
  return `if (!Number.isSafeInteger(${name})${negative}) fail(${index}, ${name})`
}

function roomExpression({ fixedBytes, fields }: Layout): string {
  const parts = fields.filter(isVariable).map((field) => {
    const name = `value${field.index}`
    const need = roomOf(field.property.schema, name)
    return canBeNull(field) ? `(${name} === null ? 0 : ${need})` : need
  })
  return [fixedBytes, ...parts].join(' + ')
}

function roomOf(schema: PropertySchema, name: string): string {
  if (schema.kind === 'string') return `textBytes(${name}.length)`
  if (schema.kind === 'stringVector') return `stringVectorBytes(${name})`
  return `vectorBytes(${name}.byteLength)`
}

/** Root offset, vtable and the table's offset to it: constant words, unless a value may be null. */
function headStatements(layout: Layout): string[] {
  const halves = Array.from({ length: layout.tableAt / 2 }, () => '0')
  halves[0] = String(layout.tableAt)
  const vtableBytes = 4 + 2 * layout.slotCount
  halves[VTABLE_AT / 2] = String(vtableBytes)
  halves[VTABLE_AT / 2 + 1] = String(layout.tableBytes)
  for (const field of layout.fields) {
    const slot = VTABLE_AT / 2 + 1 + field.property.id
    halves[slot] = canBeNull(field)
      ? `(value${field.index} === null ? 0 : ${field.inTable})`
      : String(field.inTable)
  }
  const statements: string[] = []
  for (let word = 0; word * 4 < layout.tableAt; word++) {
    statements.push(
      `  view.setInt32(start + ${word * 4}, ${wordExpression(halves[word * 2]!, halves[word * 2 + 1]!)}, true)`,
    )
  }
  statements.push(`  view.setInt32(start + ${layout.tableAt}, ${layout.tableAt - VTABLE_AT}, true)`)
  return statements
}

function wordExpression(low: string, high: string): string {
  if (/^\d+$/.test(low + high)) return String(Number(low) | (Number(high) << 16))
  return high === '0' ? low : `${low} | (${high} << 16)`
}

/** Zeroes the words that fields do not fill, so that the same object is always the same bytes. */
function paddingStatements(layout: Layout): string[] {
  const statements: string[] = []
  for (let at = layout.tableAt + 4; at < layout.fixedBytes; at += 4) {
    const filled = layout.fields
      .filter((field) => field.at < at + 4 && field.at + field.width > at)
      .reduce((total, field) => total + Math.min(4, field.width), 0)
    if (filled < 4) statements.push(`  view.setInt32(start + ${at}, 0, true)`)
  }
  return statements
}

function fixedStatement(field: FieldLayout): string {
  const { schema } = field.property
  const name = `value${field.index}`
  const at = `start + ${field.at}`
  const orZero = (zero: string): string =>
    canBeNull(field) ? `${name} === null ? ${zero} : ${name}` : name
  switch (schema.kind) {
    case 'bool':
      return `  view.setInt8(${at}, ${name} === true ? 1 : 0)`
    case 'float':
      return `  view.setFloat32(${at}, ${orZero('0')}, true)`
    case 'double':
      return `  view.setFloat64(${at}, ${orZero('0')}, true)`
    default:
      if (field.width === 1) return `  view.setInt8(${at}, ${orZero('0')})`
      if (field.width === 2) return `  view.setInt16(${at}, ${orZero('0')}, true)`
      if (field.width === 4) return `  view.setInt32(${at}, ${orZero('0')}, true)`
      if (schema.form === 'bigint') return `  view.setBigInt64(${at}, ${orZero('0n')}, true)`
      return [
        `  view.setInt32(${at}, ${name}, true)`,
        `  view.setInt32(start + ${field.at + 4}, Math.floor(${name} / 4294967296), true)`,
      ].join('\n')
  }
}

function variableStatements(field: FieldLayout): string[] {
  const name = `value${field.index}`
  const body = variableBody(field, name)
  if (!canBeNull(field)) return body.map((line) => `  ${line}`)
  return [
    `  if (${name} === null) view.setInt32(start + ${field.at}, 0, true)`,
    '  else {',
    ...body.map((line) => `    ${line}`),
    '  }',
  ]
}

function variableBody({ property: { schema }, index, at }: FieldLayout, name: string): string[] {
  const point = (target: string): string =>
    `view.setInt32(start + ${at}, ${target} - (start + ${at}), true)`
  if (schema.kind === 'string') {
    return [point('end'), `end = writeText(bytes, view, end, ${name})`]
  }
  if (schema.kind === 'stringVector') {
    return [point('end'), `end = writeStringVector(bytes, view, end, ${name})`]
  }
  return [
    `const at${index} = writeVector(bytes, view, end, ${name})`,
    point(`at${index}`),
    `end = vectorEnd(view, at${index}, ${name}.BYTES_PER_ELEMENT)`,
  ]
}
