import type { AnyEntity } from '../entity/entity.ts'
import type { PropertyCondition } from './condition.ts'
import { Field } from './field.ts'
import { ParameterKind, Step } from './query-program.ts'
import { toCount, toVector } from './values.ts'

/** Conditions on a float vector. */
export class VectorField<Entity extends AnyEntity> extends Field<Entity> {
  /**
   * The `maximum` objects nearest to the vector, approximately (needs an HNSW index). More than
   * the query's limit raises the quality. `findWithScores` tells the distances.
   */
  nearestNeighbors(
    vector: Float32Array | readonly number[],
    maximum: number,
  ): PropertyCondition<Entity> {
    const { schema } = this
    if (schema.hnsw === undefined) {
      throw new TypeError(`${schema.name} has no HNSW index; define it with .hnsw({ dimensions })`)
    }
    const query = toVector(schema, vector).slice()
    const count = toCount(maximum, 'the maximum of neighbours')
    if (count === 0) throw new RangeError('the maximum of neighbours must be at least 1')
    return this.step(Step.nearestNeighbors, (writer) => writer.word(count).list(query), {
      parameter: (writer, alias, values) =>
        writer.byte(ParameterKind.vector).text(alias).list(toVector(schema, values[0])),
    })
  }
}
