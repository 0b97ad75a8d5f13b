import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import {
  generateCodec,
  generateCodecSource,
  ReadArena,
  WriteBuffer,
} from '../../src/codec/index.ts'
import { date, entity, id, int16, int64, string, toOne } from '../../src/entity/index.ts'
import { resolve } from './resolve.ts'

const Journal = entity('Journal', {
  id: id(),
  timestamp: date(),
  level: int16().index().nullable(),
  text: string(),
  size: int64({ as: 'bigint' }).default(5n),
  author: toOne('self'),
})

test('the generated source reads like code', () => {
  expect(generateCodecSource(resolve(Journal.schema), ['fail'])).toMatchSnapshot()
})

test('the source is the same for the same entity', () => {
  const source = generateCodecSource(resolve(Journal.schema), ['fail'])
  expect(generateCodecSource(resolve(Journal.schema), ['fail'])).toBe(source)
})

test('names of properties never become code', () => {
  const names = [
    '");globalThis.hacked=1;("',
    '\u2028globalThis.hacked=1',
    '*/',
    '${hacked}',
    'a.b',
    '\\',
  ]
  const shape = Object.fromEntries(
    names.map((name, i) => [`name${i}`, string().default(`${name}'"\u2028`)]),
  )
  const { schema } = entity('Named', { id: id(), ...shape })
  // Definitions refuse such names; here they get past that.
  const properties = schema.properties.map((property, i) => ({
    ...property,
    name: i === 0 ? 'id' : names[i - 1]!,
  }))
  const codec = generateCodec(resolve({ ...schema, properties, name: '"\u2028;hacked' }))
  const buffer = new WriteBuffer()
  codec.encode({}, buffer)
  const expected = Object.fromEntries(names.map((name) => [name, `${name}'"\u2028`]))
  expect(codec.decode(new ReadArena(buffer.buffer), 0)).toEqual({ id: 0, ...expected })
  expect(Reflect.has(globalThis, 'hacked')).toBe(false)
})

describe('the mode of the codec', () => {
  const script = `
    import { compileCodec } from './src/codec/index.ts'
    import { entity, id, string } from './src/entity/index.ts'
    import { resolve } from './test/codec/resolve.ts'
    process.stdout.write(compileCodec(resolve(entity('X', { id: id(), s: string() }).schema)).mode)`

  const modeWith = (flags: string[], codegen = '1'): string => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [...flags, '--input-type=module-typescript', '-e', script],
      {
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
        env: { ...process.env, OBX_CODEGEN: codegen },
        encoding: 'utf8',
      },
    )
    return stdout || stderr
  }

  test.each([
    ['generated', [], '1'],
    ['interpreted', [], '0'],
    ['interpreted', ['--disallow-code-generation-from-strings'], '1'],
  ])('is %s with %o and OBX_CODEGEN=%s', (mode, flags, codegen) => {
    expect(modeWith(flags, codegen)).toBe(mode)
  })
})
