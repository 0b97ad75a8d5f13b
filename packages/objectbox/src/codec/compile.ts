import type { ResolvedEntity } from '../entity/schema.ts'
import { generateCodecSource } from './generate.ts'
import { InterpretedCodec } from './interpreted.ts'
import { generatedCodeScope } from './runtime.ts'
import type { Codec } from './types.ts'

/**
 * The codec of an entity: generated code, or the interpreted one with `OBX_CODEGEN=0` in the
 * environment and where the process disallows code generation from strings.
 */
export function compileCodec(entity: ResolvedEntity): Codec {
  return isCodeGenerationAllowed() ? generateCodec(entity) : new InterpretedCodec(entity)
}

/** Compiles the generated codec; throws an `EvalError` where that is disallowed. */
export function generateCodec(entity: ResolvedEntity): Codec {
  const scope = generatedCodeScope(entity.schema)
  const source = generateCodecSource(entity, Object.keys(scope))
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func, typescript/no-unsafe-type-assertion -- the point of a codec per entity
  const build = new Function('scope', source) as (scope: object) => Omit<Codec, 'mode'>
  return { mode: 'generated', ...build(scope) }
}

function isCodeGenerationAllowed(): boolean {
  if (process.env.OBX_CODEGEN === '0') return false
  try {
    // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- asks whether it is allowed
    return new Function('return true')() === true
  } catch (error) {
    if (error instanceof EvalError) return false
    throw error
  }
}
