import { types } from 'node:util'

import type { AnyEngine, Session } from '../engine.ts'
import { valueOf } from '../engine.ts'
import { execute } from '../execute.ts'
import type { Test } from '../model.ts'
import { models, valueColumns } from '../model.ts'
import { databaseFile, OpenStore } from '../open-store.ts'
import { columnTypes } from '../sqlite/schema.ts'
import type { StoredSchema } from '../sqlite/store.ts'
import { newJournals } from '../workload.ts'
import type { ContractContext } from './index.ts'
import { contractWorkload } from './workload.ts'

const byText = (a: string, b: string) => a.localeCompare(b)

type AsyncSession = Session<'async', unknown>

async function opened({ engine, folder }: ContractContext, test: Test): Promise<OpenStore> {
  const options = contractWorkload(engine, test)
  return OpenStore.open({ engine, options, directory: await folder(), journal: 'delete' })
}

/** Runs a transaction that fails after its first insert; resolves to what it threw. */
async function failingTransaction(engine: AnyEngine, session: AsyncSession, entity: unknown) {
  const failure = new Error('this transaction must be rolled back')
  try {
    if (engine.api === 'sync') {
      const sync = session as unknown as Session<'sync', unknown>
      sync.transaction((writer) => {
        writer.insert(entity)
        throw failure
      })
    } else {
      await session.transaction(async (writer) => {
        await writer.insert(entity)
        throw failure
      })
    }
    return undefined
  } catch (error) {
    return error
  }
}

/** A rolled-back transaction leaves nothing; committed rows are there after closing and opening again. */
export async function judgeReopening(context: ContractContext): Promise<undefined> {
  const { engine } = context
  if (engine.storage === 'none') return
  const store = await opened(context, 1)
  const options = contractWorkload(engine, 1)
  const values = newJournals(options, 'A').slice(0, 3)
  const session = () => store.session as AsyncSession
  await session().begin()
  for (const each of values) {
    // oxlint-disable-next-line no-await-in-loop -- one commit at a time
    await session().insert(session().build(each))
  }
  const thrown = await failingTransaction(engine, session(), session().build(values[0]!))
  if (thrown === undefined) throw new Error('transaction() must throw what its body throws')
  await store.close()
  await store.open()
  await session().begin()
  const texts = (await session().all()).map((entity) => valueOf(entity, 'text') as string)
  await store.close()
  const expected = values.map(({ text }) => text)
  if (JSON.stringify(texts.toSorted(byText)) !== JSON.stringify(expected.toSorted(byText))) {
    throw new Error(
      `after three commits, a rolled-back transaction and reopening: found ${JSON.stringify(texts)}, expected ${JSON.stringify(expected)}`,
    )
  }
}

/** Differences between the stored schema of a SQLite engine and the model. */
export async function judgeSchema(context: ContractContext, test: Test): Promise<string[]> {
  const { engine, helper } = context
  if (engine.storage !== 'sqlite') return []
  const store = await opened(context, test)
  const model = models[test]
  const found = (await helper.request({
    method: 'schema',
    file: databaseFile(store.directory),
    question: { options: contractWorkload(engine, test), trimmed: true, linked: false },
  })) as StoredSchema
  await store.close()
  const problems: string[] = []
  for (const { name, type, nullable, indexed } of model.columns) {
    const column = found.columns.find((each) => each.name === name)
    const expected = columnTypes[type]
    if (!column) problems.push(`${name}: no such column`)
    else {
      if (column.type.toUpperCase() !== expected && engine.limits?.[type] === undefined) {
        problems.push(
          `${name}: type ${column.type}, expected ${expected}, or a limit named '${type}'`,
        )
      }
      if (type !== 'id' && column.nullable !== nullable) {
        problems.push(`${name}: ${nullable ? 'must be nullable' : 'must be NOT NULL'}`)
      }
    }
    if (indexed && !found.indexed.includes(`${model.table}.${name}`)) {
      problems.push(`${name}: no index`)
    }
  }
  const keys = model.relations
    ? [
        'journal.parent_id SET NULL',
        'journal_related.journal_id CASCADE',
        'journal_related.related_id CASCADE',
      ]
    : []
  const real = found.foreignKeys.map(({ table, from, onDelete }) => `${table}.${from} ${onDelete}`)
  for (const key of keys) if (!real.includes(key)) problems.push(`no foreign key ${key}`)
  return problems
}

/** Columns that a row gets no default for, although the model has one. SQL engines only; others take values from core. */
export async function judgeColumnDefaults(context: ContractContext): Promise<string[]> {
  const { engine, helper } = context
  if (engine.storage !== 'sqlite') return []
  const store = await opened(context, 3)
  const problems = await helper.request({
    method: 'defaults',
    file: databaseFile(store.directory),
    question: { options: contractWorkload(engine, 3), trimmed: true, linked: false },
  })
  await store.close()
  return problems as string[]
}

/** Whether a stored entity has accessors or is a proxy, so that reading its fields costs what a filter did not pay. */
export async function judgeLaziness(context: ContractContext): Promise<AnyEngine['entities']> {
  const { engine, helper, folder } = context
  const directory = await folder()
  const options = contractWorkload(engine, 1)
  await execute({
    engine,
    options,
    operation: 'A',
    mode: 'cold',
    journal: 'delete',
    directory,
    request: (request) => helper.request(request),
  })
  const store = await OpenStore.open({
    engine,
    options,
    directory,
    journal: 'delete',
    previous: 'A',
  })
  const session = store.session as AsyncSession
  await session.begin()
  const entity = (await session.get(1)) as object
  const isPlain = valueColumns(models[1]).every(
    ({ name }) => Object.getOwnPropertyDescriptor(entity, name)?.value !== undefined,
  )
  const lazy = types.isProxy(entity) || !isPlain
  await store.close()
  return lazy ? 'lazy' : 'plain'
}
