import type { Model, Session, Settings, Writer } from '@rowrate/core'
import { maxVariables, settingsQuery } from '@rowrate/core'

import type { RelationsClient } from '../library/index.js'

/** A transaction may take as long as it takes. */
const transactionOptions = { timeout: 600_000, maxWait: 600_000 }

/** A row; the columns of the wide model are its properties as well. */
export interface Journal {
  id: number
  timestamp: Date
  level: number
  text: string
  parent?: Journal | null
  related?: { readonly to: Journal }[]
  children?: Journal[]
}

/** Each model has a client of its own; typed as that with relations: they are read on the model that has them alone. */
export type Client = InstanceType<typeof RelationsClient>
type Delegates = Pick<Client, 'journal' | '$queryRawUnsafe'>

/** What is written of an entity; `databaseNull` stands for NULL, which is not the null of JSON. */
function dataOf(model: Model, databaseNull: unknown): (entity: Journal) => Journal {
  const names = model.columns
    .filter(({ type, nullable }) => type === 'json' && nullable)
    .map(({ name }) => name)
  if (names.length === 0) return (entity) => entity
  return (entity) => {
    const data: Record<string, unknown> = { ...entity }
    for (const name of names) data[name] ??= databaseNull
    return data as unknown as Journal
  }
}

function writerOf(client: Delegates, data: (entity: Journal) => Journal): Writer<'async', Journal> {
  return {
    insert: async (entity) => {
      const { id } = await client.journal.create({ data: data(entity) as never })
      entity.id = id
      return 1
    },
    update: async (entity, { level, text }) => {
      const { id, ...values } = data(entity)
      await client.journal.update({ where: { id }, data: { ...values, level, text } as never })
      return 1
    },
    updateLevel: async ({ id }, level) => {
      await client.journal.update({ where: { id }, data: { level } })
      return 1
    },
    remove: async ({ id }) => {
      await client.journal.delete({ where: { id } })
      return 1
    },
  }
}

const page = (level: number, skip: number, take: number) => ({
  where: { level },
  orderBy: { id: 'asc' as const },
  skip,
  take,
})

/** The session of a client with Prisma's API. */
export function journalSession(
  client: Client,
  model: Model,
  databaseNull: unknown,
): Session<'async', Journal> {
  const { journal } = client
  const data = dataOf(model, databaseNull)
  // Prisma splits a larger call itself, but takes twice as long for the wide model.
  const chunkSize = Math.floor(maxVariables / (model.columns.length - 1))
  const transaction = <R>(body: (inside: Delegates) => Promise<R>): Promise<R> =>
    client.$transaction(body, transactionOptions)
  const settings = async (connection: Delegates): Promise<Settings[]> => {
    const rows: Record<string, string | bigint>[] = await connection.$queryRawUnsafe(settingsQuery)
    const plain = (value: string | bigint) => (typeof value === 'bigint' ? Number(value) : value)
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])),
    )
  }

  return {
    begin: () => undefined,
    build: (values) => ({ ...values }) as unknown as Journal,
    insert: writerOf(client, data).insert,
    insertBulk: (entities) =>
      transaction(async (inside) => {
        const ids: number[] = []
        for (let start = 0; start < entities.length; start += chunkSize) {
          const chunk = entities.slice(start, start + chunkSize).map(data)
          // oxlint-disable-next-line no-await-in-loop -- one after the other
          const inserted: { readonly id: number }[] = await inside.journal.createManyAndReturn({
            data: chunk as never,
            select: { id: true },
          })
          ids.push(...inserted.map(({ id }) => id))
        }
        return ids
      }),
    transaction: (body) => transaction((inside) => body(writerOf(inside, data))),
    filterByLevel: (level) => journal.findMany({ where: { level } }),
    pageByLevel: (level, skip, take) => journal.findMany({ where: { level }, skip, take }),
    get: (id) => journal.findUnique({ where: { id } }),
    filterAsObjects: (level) => journal.findMany({ where: { level } }),
    all: () => journal.findMany(),
    pageWithParents: (level, skip, take) =>
      journal.findMany({ ...page(level, skip, take), include: { parent: true } }),
    pageWithRelated: (level, skip, take) =>
      journal.findMany({
        ...page(level, skip, take),
        include: { related: { include: { to: true } } },
      }),
    getWithChildren: (id) => journal.findUnique({ where: { id }, include: { children: true } }),
    relatives: (entity, relation) => {
      if (relation === 'parent') return entity.parent ? [entity.parent] : []
      if (relation === 'children') return entity.children ?? []
      // Prisma's implicit join table has another form than the model's: this one is an entity of its own.
      return (entity.related ?? []).map(({ to }) => to)
    },
    // Once more after a transaction: an adapter may have replaced its connection by then.
    settings: async () => [
      ...(await settings(client)),
      ...(await transaction(settings)),
      ...(await settings(client)),
    ],
    close: async () => {
      await client.$disconnect()
      return undefined
    },
  }
}
