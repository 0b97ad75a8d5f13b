import type { AnyEntity } from '../entity/entity.ts'
import type { PropertySchema } from '../entity/schema.ts'
import type { ProgramWriter } from '../native/program-writer.ts'
import { PropertyCondition, type Condition, type ParameterWriter } from './condition.ts'
import { Step } from './query-program.ts'

/** What every property can be asked. */
export class Field<Entity extends AnyEntity> {
  readonly schema: PropertySchema

  constructor(schema: PropertySchema) {
    this.schema = schema
  }

  isNull(): Condition<Entity> {
    return this.step(Step.isNull)
  }

  notNull(): Condition<Entity> {
    return this.step(Step.notNull)
  }

  protected step(
    step: number,
    payload?: (writer: ProgramWriter) => void,
    options?: { readonly parameter?: ParameterWriter; readonly isEquality?: boolean },
  ): PropertyCondition<Entity> {
    return new PropertyCondition(
      this.schema.name,
      (writer, property) => {
        writer.byte(step).word(property.id)
        payload?.(writer)
      },
      options,
    )
  }
}
