import type { Column, ColumnType, Model } from '@rowrate/core'

const typeOf: Record<ColumnType, string> = {
  id: 'Int',
  datetime: 'DateTime',
  int16: 'Int',
  int32: 'Int',
  int64: 'BigInt',
  float64: 'Float',
  char: 'String',
  string: 'String',
  text: 'String',
  decimal: 'String',
  json: 'Json',
  reference: 'Int',
}

type Types = Partial<Record<ColumnType, string>>

const fieldLine = ({ name, type, nullable }: Column, types: Types): string =>
  type === 'id'
    ? `${name} Int @id @default(autoincrement())`
    : `${name} ${types[type] ?? typeOf[type]}${nullable ? '?' : ''}`

const relationLines = [
  'parent Journal? @relation("parent", fields: [parent_id], references: [id], onDelete: SetNull)',
  'children Journal[] @relation("parent")',
  'related JournalRelated[] @relation("from")',
  'relatedFrom JournalRelated[] @relation("to")',
]

const joinModel = `
model JournalRelated {
  journal_id Int
  related_id Int
  from Journal @relation("from", fields: [journal_id], references: [id], onDelete: Cascade)
  to Journal @relation("to", fields: [related_id], references: [id], onDelete: Cascade)
  @@id([journal_id, related_id])
  @@index([related_id])
  @@map("journal_related")
}
`

/** A model of core in the language that Prisma and ZenStack have in common; `types` are what one of them has otherwise. */
export function modelText({ columns, table, relations }: Model, types: Types = {}): string {
  const lines = [
    ...columns.map((column) => fieldLine(column, types)),
    ...(relations ? relationLines : []),
    ...columns.filter(({ indexed }) => indexed).map(({ name }) => `@@index([${name}])`),
    `@@map("${table}")`,
  ]
  return `
model Journal {
  ${lines.join('\n  ')}
}
${relations ? joinModel : ''}`
}
