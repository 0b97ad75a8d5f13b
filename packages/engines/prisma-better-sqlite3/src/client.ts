import type { OpenOptions, Session } from '@rowrate/core'
import { schemaStatements, settingStatements } from '@rowrate/core'

import { RelationsClient, SimpleClient, WideClient, WidePrisma } from '../library/index.js'
import type { Client, Journal } from './session.ts'
import { journalSession } from './session.ts'

/** Prisma goes by the declared type of a column when it reads dates and JSON. */
const declaredTypes = { datetime: 'DATETIME', json: 'JSONB' }

type Adapter = NonNullable<ConstructorParameters<typeof RelationsClient>[0]['adapter']>

/** The client's types know no events but of the levels in its options, and these are given only to some. */
const queryEvent = 'query' as never

function clientOf({ model, onStatement }: OpenOptions, adapter: Adapter): Client {
  const constructors = { 1: SimpleClient, 2: RelationsClient, 3: WideClient }
  const Constructor: typeof RelationsClient = constructors[model.test] as never
  if (!onStatement) return new Constructor({ adapter })
  const client = new Constructor({ adapter, log: [{ emit: 'event', level: 'query' }] })
  client.$on(queryEvent, ({ query }: { readonly query: string }) => onStatement(query))
  return client
}

/** The session of Prisma over an adapter. */
export async function openSession(
  options: OpenOptions,
  adapter: Adapter,
): Promise<Session<'async', Journal>> {
  const { model, journal } = options
  const client = clientOf(options, adapter)
  const statements = [...settingStatements(journal), ...schemaStatements(model, declaredTypes)]
  // oxlint-disable-next-line no-await-in-loop -- in this order
  for (const statement of statements) await client.$queryRawUnsafe(statement)
  return journalSession(client, model, WidePrisma.DbNull)
}

export const declarations = {
  api: 'async',
  storage: 'sqlite',
  entities: 'plain',
  lacks: { tuples: 'Prisma gives rows as objects only' },
  limits: {
    decimal:
      'Prisma turns decimals into floating point numbers in SQLite; kept as their exact text',
    datetime: 'Prisma reads dates by the type DATETIME; they are milliseconds',
    json: 'Prisma reads JSON by the type JSONB; it is text',
  },
} as const
