import { generateCodec, InterpretedCodec, type Codec } from '../../src/codec/index.ts'
import type { EntitySchema } from '../../src/entity/index.ts'
import { resolve } from './resolve.ts'

/** Both codecs of an entity by the names of their modes. */
export function bothCodecs(schema: EntitySchema): [string, Codec][] {
  const entity = resolve(schema)
  return [
    ['generated', generateCodec(entity)],
    ['interpreted', new InterpretedCodec(entity)],
  ]
}
