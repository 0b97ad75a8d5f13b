import type { ResolvedEntity } from '../entity/schema.ts'
import { generateReader, textSlotOf } from './generate-reader.ts'
import { generateWriter } from './generate-writer.ts'
import { computeLayout } from './layout.ts'

const ENCODE_MANY = `function encodeMany(objects, target) {
  for (let i = 0; i < objects.length; i++) {
    try {
      encode(objects[i], target)
    } catch (error) {
      failAt(i, error)
    }
  }
}
return { encode, encodeMany, textSlot, decode, decodeMany }`

/**
 * The body of a function of `scopeNames` that returns an entity's codec: readable, and the same
 * for the same entity. Names of properties appear in it as string literals or tested identifiers.
 */
export function generateCodecSource(entity: ResolvedEntity, scopeNames: readonly string[]): string {
  const layout = computeLayout(entity)
  return [
    "'use strict'",
    `const { ${scopeNames.join(', ')} } = scope`,
    generateWriter(layout),
    generateReader(layout),
    `const textSlot = ${textSlotOf(layout)}`,
    ENCODE_MANY,
  ].join('\n')
}
