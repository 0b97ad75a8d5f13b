import type { AnyEntity } from '../entity/entity.ts'
import type { PropertyCondition } from './condition.ts'
import { Field } from './field.ts'
import { OrderOperation, ParameterKind, Step } from './query-program.ts'
import { toBytes } from './values.ts'

/** Conditions on bytes, compared from the first byte on. */
export class BytesField<Entity extends AnyEntity> extends Field<Entity> {
  equals(value: Uint8Array): PropertyCondition<Entity> {
    return this.#compare(OrderOperation.equals, value)
  }

  greaterThan(value: Uint8Array): PropertyCondition<Entity> {
    return this.#compare(OrderOperation.greaterThan, value)
  }

  greaterOrEqual(value: Uint8Array): PropertyCondition<Entity> {
    return this.#compare(OrderOperation.greaterOrEqual, value)
  }

  lessThan(value: Uint8Array): PropertyCondition<Entity> {
    return this.#compare(OrderOperation.lessThan, value)
  }

  lessOrEqual(value: Uint8Array): PropertyCondition<Entity> {
    return this.#compare(OrderOperation.lessOrEqual, value)
  }

  #compare(operation: number, given: Uint8Array): PropertyCondition<Entity> {
    const { schema } = this
    const value = toBytes(schema, given).slice()
    return this.step(Step.bytes, (writer) => writer.byte(operation).list(value), {
      parameter: (writer, alias, values) =>
        writer.byte(ParameterKind.bytes).text(alias).list(toBytes(schema, values[0])),
    })
  }
}
