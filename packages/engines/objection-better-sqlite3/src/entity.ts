import type { Model as JournalModel } from '@rowrate/core'
import type { Pojo } from 'objection'
import { Model } from 'objection'

/** An entity; the columns of the wide model are its properties as well. */
export class Journal extends Model {
  static override tableName = 'journal'
  declare id: number
  declare timestamp: Date
  declare level: number
  declare text: string
  declare parent?: Journal | null
  declare related?: Journal[]
  declare children?: Journal[]

  /** Knex writes dates as milliseconds; the way back is the model's, as Objection's documentation has it. */
  override $parseDatabaseJson(json: Pojo): Pojo {
    const row = super.$parseDatabaseJson(json)
    row['timestamp'] = new Date(row['timestamp'] as number)
    return row
  }
}

/** The class of a model, a new one for each: Objection keeps what it learns about a table on it. */
export function journalClass({ columns, relations }: JournalModel): typeof Journal {
  return class extends Journal {
    static override get jsonAttributes() {
      return columns.filter(({ type }) => type === 'json').map(({ name }) => name)
    }

    static override get relationMappings() {
      if (!relations) return {}
      const join = { from: 'journal_related.journal_id', to: 'journal_related.related_id' }
      return {
        parent: {
          relation: Model.BelongsToOneRelation,
          modelClass: this,
          join: { from: 'journal.parent_id', to: 'journal.id' },
        },
        children: {
          relation: Model.HasManyRelation,
          modelClass: this,
          join: { from: 'journal.id', to: 'journal.parent_id' },
        },
        related: {
          relation: Model.ManyToManyRelation,
          modelClass: this,
          join: { from: 'journal.id', through: join, to: 'journal.id' },
        },
        relatedFrom: {
          relation: Model.ManyToManyRelation,
          modelClass: this,
          join: { from: 'journal.id', through: { from: join.to, to: join.from }, to: 'journal.id' },
        },
      }
    }
  }
}
