import { join } from 'node:path'
import { journalSql, models, schemaStatements, settingStatements } from '@rowrate/core'
import Database from 'better-sqlite3'
import { readNumbers, readPages, type Page } from './inputs.ts'
import {
  changedBoth,
  changedText,
  foldAll,
  JOURNAL_COUNT,
  PAGE_SIZE,
  storedJournals,
} from './journal.ts'
import type { Change, Journal } from './journal.ts'
import type { MeasuredWork } from './measure.ts'
import type { Place } from './node-works.ts'
import {
  checkOfCounts,
  checkOfFinds,
  checkOfGets,
  checkOfPages,
  OPENS,
  roundOfCounts,
  roundOfFinds,
  roundOfGets,
  roundOfPages,
} from './rounds.ts'

const sql = journalSql(models[1])
const WITH_ID = 'INSERT INTO journal (timestamp, level, text, id) VALUES (?, ?, ?, ?)'

const fileOf = (store: string): string => join(store, 'journals.sqlite')

/** Durable commits, as ObjectBox has them. */
export function createSqlite(store: string, journals: readonly Journal[]): void {
  const db = connect(store)
  for (const statement of schemaStatements(models[1])) db.exec(statement)
  const insert = db.prepare(WITH_ID)
  db.transaction(() => journals.forEach((each) => insert.run(...parameters(each))))()
  db.close()
}

function connect(store: string): Database.Database {
  const db = new Database(fileOf(store))
  for (const statement of settingStatements('wal')) db.exec(statement)
  return db
}

function parameters({ timestamp, level, text, id }: Journal): [number, number, string, number] {
  return [timestamp.getTime(), level, text, id]
}

interface Row {
  readonly id: number
  readonly level: number
  readonly text: string
  timestamp: Date | number
}

/** Turns a row into an object, in place. */
function journal(row: Row): Journal {
  row.timestamp = new Date(row.timestamp)
  return row as Journal
}

function prepareAll(db: Database.Database) {
  const all = db.prepare<[], Row>(sql.all)
  return {
    checkAll: () => foldAll(all.all().map(journal)),
    removeAll: () => db.prepare('DELETE FROM journal').run(),
    close: () => void db.close(),
  }
}

function put({ store }: Place): MeasuredWork {
  const db = connect(store)
  const { checkAll, removeAll, close } = prepareAll(db)
  const insert = db.prepare(sql.insert)
  let journals: Journal[] = []
  const insertAll = db.transaction(() => {
    for (const each of journals) {
      const { timestamp, level, text } = each
      each.id = Number(insert.run(timestamp.getTime(), level, text).lastInsertRowid)
    }
  })
  return {
    before: () => {
      removeAll()
      journals = storedJournals(JOURNAL_COUNT)
    },
    round: () => {
      insertAll.immediate()
      return journals.length
    },
    check: checkAll,
    close,
  }
}

function putWithIds({ store }: Place): MeasuredWork {
  const db = connect(store)
  const { checkAll, removeAll, close } = prepareAll(db)
  const insert = db.prepare(WITH_ID)
  const journals = storedJournals(JOURNAL_COUNT)
  const insertAll = db.transaction(() => {
    for (const each of journals) insert.run(...parameters(each))
  })
  return {
    before: removeAll,
    round: () => {
      insertAll.immediate()
      return journals.length
    },
    check: checkAll,
    close,
  }
}

const updateWith =
  (change: Change) =>
  ({ store }: Place): MeasuredWork => {
    const db = connect(store)
    const { checkAll, close } = prepareAll(db)
    const journals = storedJournals(JOURNAL_COUNT)
    const changedJournals = journals.map(change)
    const statement = db.prepare(sql.update)
    const updateAll = db.transaction((list: readonly Journal[]) => {
      for (const each of list) statement.run(...parameters(each))
    })
    return {
      round: (round) => {
        updateAll.immediate(round % 2 === 0 ? changedJournals : journals)
        return journals.length
      },
      check: checkAll,
      close,
    }
  }

function remove({ store }: Place): MeasuredWork {
  const db = connect(store)
  const { close } = prepareAll(db)
  const journals = storedJournals(JOURNAL_COUNT)
  const insert = db.prepare(WITH_ID)
  const putBack = db.transaction(() => journals.forEach((each) => insert.run(...parameters(each))))
  const statement = db.prepare(sql.remove)
  const removeAll = db.transaction(() => {
    let rows = 0
    for (const { id } of journals) rows += statement.run(id).changes
    return rows
  })
  const stored = db.prepare<[], number>('SELECT count(*) FROM journal').pluck()
  return {
    before: (round) => round > 0 && putBack(),
    round: () => removeAll.immediate(),
    check: () => stored.get()!,
    close,
  }
}

function get({ store, inputs }: Place): MeasuredWork {
  const db = connect(store)
  const statement = db.prepare<[number], Row>(sql.get)
  const ids = readNumbers(inputs, 'ids.bin')
  const read = (id: number) => journal(statement.get(id)!)
  return {
    round: () => roundOfGets(ids, read),
    check: () => checkOfGets(ids, read),
    close: () => void db.close(),
  }
}

function find({ store }: Place): MeasuredWork {
  const db = connect(store)
  const statement = db.prepare<[number], Row>(sql.filter)
  const findLevel = (level: number) => statement.all(level).map(journal)
  return {
    round: () => roundOfFinds(findLevel),
    check: () => checkOfFinds(findLevel),
    close: () => void db.close(),
  }
}

function count({ store }: Place): MeasuredWork {
  const db = connect(store)
  const statement = db
    .prepare<[number], number>('SELECT count(*) FROM journal WHERE level = ?')
    .pluck()
  const countLevel = (level: number) => statement.get(level)!
  return {
    round: () => roundOfCounts(countLevel),
    check: () => checkOfCounts(countLevel),
    close: () => void db.close(),
  }
}

function page({ store, inputs }: Place): MeasuredWork {
  const db = connect(store)
  const statement = db.prepare<[number, number, number], Row>(sql.page)
  const pages = readPages(inputs)
  const findPage = ({ level, offset }: Page) => statement.all(level, PAGE_SIZE, offset).map(journal)
  return {
    round: () => roundOfPages(pages, findPage),
    check: () => checkOfPages(pages, findPage),
    close: () => void db.close(),
  }
}

function open({ store }: Place): MeasuredWork {
  let stored = 0
  return {
    round: () => {
      for (let i = 0; i < OPENS; i++) {
        const db = new Database(fileOf(store))
        stored = db.prepare<[], number>('SELECT count(*) FROM journal').pluck().get()!
        db.close()
      }
      return OPENS
    },
    check: () => stored,
    close: () => undefined,
  }
}

export const sqliteWorks: Readonly<Record<string, (place: Place) => MeasuredWork>> = {
  put,
  'put-with-ids': putWithIds,
  update: updateWith(changedText),
  'update-both': updateWith(changedBoth),
  remove,
  get,
  find,
  'find-large': find,
  count,
  page,
  open,
}
