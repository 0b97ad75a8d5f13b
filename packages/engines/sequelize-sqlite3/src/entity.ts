import type { ColumnType, Model as JournalModel } from '@rowrate/core'
import type { Model, ModelAttributes, ModelStatic, Sequelize } from 'sequelize'
import { DataTypes } from 'sequelize'

/** An entity; the columns of the wide model are its properties as well. */
export interface Journal extends Model {
  id: number
  timestamp: Date
  level: number
  text: string
  parent?: Journal | null
  related?: Journal[]
  children?: Journal[]
}

const typeOf: Record<ColumnType, DataTypes.DataType> = {
  id: DataTypes.INTEGER,
  datetime: DataTypes.DATE(3),
  int16: DataTypes.SMALLINT,
  int32: DataTypes.INTEGER,
  int64: DataTypes.BIGINT,
  float64: DataTypes.REAL,
  char: DataTypes.STRING,
  string: DataTypes.STRING,
  text: DataTypes.TEXT,
  decimal: DataTypes.TEXT,
  json: DataTypes.JSON,
  reference: DataTypes.INTEGER,
}

/** Sequelize reads dates and JSON by the type that their column was declared with. */
export const declaredTypes = { datetime: 'DATETIME', json: 'JSON' }

export function defineJournal(sequelize: Sequelize, model: JournalModel): ModelStatic<Journal> {
  const attributes = Object.fromEntries(
    model.columns.map(({ name, type, nullable }) => [
      name,
      type === 'id'
        ? { type: typeOf[type], primaryKey: true, autoIncrement: true }
        : { type: typeOf[type], allowNull: nullable },
    ]),
  ) as ModelAttributes<Journal>
  const options = { timestamps: false, freezeTableName: true }
  const Entity = sequelize.define<Journal>(model.table, attributes, options)
  if (model.relations) {
    const Related = sequelize.define('journal_related', {}, options)
    Entity.belongsTo(Entity, { as: 'parent', foreignKey: 'parent_id', onDelete: 'SET NULL' })
    Entity.hasMany(Entity, { as: 'children', foreignKey: 'parent_id' })
    const through = { through: Related, timestamps: false }
    Entity.belongsToMany(Entity, {
      ...through,
      as: 'related',
      foreignKey: 'journal_id',
      otherKey: 'related_id',
    })
    Entity.belongsToMany(Entity, {
      ...through,
      as: 'relatedFrom',
      foreignKey: 'related_id',
      otherKey: 'journal_id',
    })
  }
  return Entity
}
