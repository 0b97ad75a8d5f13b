import type { AnyEntity } from '../entity/entity.ts'
import type { ProgramWriter } from '../native/program-writer.ts'
import type { PropertyCondition } from './condition.ts'
import { Field } from './field.ts'
import { ParameterKind, Step, TextOperation } from './query-program.ts'
import { toList, toText } from './values.ts'

export interface TextOptions {
  /** Default true. Without it, upper and lower case of ASCII letters only are the same. */
  readonly caseSensitive?: boolean
}

/** Conditions on text. A null value matches none of them. */
export class TextField<Entity extends AnyEntity> extends Field<Entity> {
  equals(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.equals, value, options)
  }

  notEquals(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.notEquals, value, options)
  }

  contains(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.contains, value, options)
  }

  startsWith(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.startsWith, value, options)
  }

  endsWith(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.endsWith, value, options)
  }

  /** Text is ordered by the bytes of its UTF-8, which is the order of its code points. */
  greaterThan(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.greaterThan, value, options)
  }

  greaterOrEqual(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.greaterOrEqual, value, options)
  }

  lessThan(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.lessThan, value, options)
  }

  lessOrEqual(value: string, options?: TextOptions): PropertyCondition<Entity> {
    return this.compare(TextOperation.lessOrEqual, value, options)
  }

  oneOf(values: readonly string[], options?: TextOptions): PropertyCondition<Entity> {
    const { schema } = this
    const texts = toList(schema, values, toText)
    return this.step(Step.inTexts, (writer) => writeTexts(writer.byte(caseFlag(options)), texts), {
      parameter: (writer, alias, given) => {
        writer.byte(ParameterKind.texts).text(alias)
        writeTexts(writer, toList(schema, given[0], toText))
      },
    })
  }

  protected compare(
    operation: number,
    given: string,
    options?: TextOptions,
  ): PropertyCondition<Entity> {
    const { schema } = this
    const value = toText(schema, given)
    return this.step(
      Step.text,
      (writer) => writer.byte(operation).byte(caseFlag(options)).text(value),
      {
        parameter: (writer, alias, values) =>
          writer.byte(ParameterKind.text).text(alias).text(toText(schema, values[0])),
      },
    )
  }
}

/** Conditions on a list of strings. */
export class TextListField<Entity extends AnyEntity> extends Field<Entity> {
  /** One of the strings is equal to the value. */
  containsElement(value: string, options?: TextOptions): PropertyCondition<Entity> {
    const { schema } = this
    const text = toText(schema, value)
    return this.step(
      Step.text,
      (writer) => writer.byte(TextOperation.containsElement).byte(caseFlag(options)).text(text),
      {
        parameter: (writer, alias, values) =>
          writer.byte(ParameterKind.text).text(alias).text(toText(schema, values[0])),
      },
    )
  }
}

function caseFlag(options: TextOptions | undefined): number {
  return options?.caseSensitive === false ? 0 : 1
}

function writeTexts(writer: ProgramWriter, texts: readonly string[]): void {
  writer.word(texts.length)
  for (const text of texts) writer.text(text)
}
