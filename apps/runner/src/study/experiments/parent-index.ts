import type { Test } from '@rowrate/core'

import { compactSpeed, dash } from '../../report/wording.ts'
import { parentIndexVariants } from '../plan.ts'
import type { PublishedCells } from '../published.ts'
import { publishedCells } from '../published.ts'
import type { Section } from '../section.ts'
import type { Find } from './variant.ts'
import { ratioOf, ratioText } from './variant.ts'

type Table = 'default' | 'large'

const engine = 'sqlalchemy'

const publishedDelete = (cells: PublishedCells): number | null =>
  cells['SA ORM']?.['Delete'] ?? null

const deleteOf = (find: Find, test: Test, table: Table, variant: string) =>
  find(engine, { test, table, mode: 'cold', variant }, 'K')

function rowOf(find: Find, test: Test, table: Table): string[] | null {
  const without = deleteOf(find, test, table, parentIndexVariants.without)
  const indexed = deleteOf(find, test, table, parentIndexVariants.with)
  if (without === null || indexed === null) return null
  const theirs = publishedDelete(publishedCells({ test, table, mode: 'cold' }))
  return [
    `test ${test}, ${table} table`,
    compactSpeed(without.speed),
    compactSpeed(indexed.speed),
    ratioText(ratioOf(indexed, without)),
    theirs === null ? dash : compactSpeed(theirs),
  ]
}

/** How much slower the Delete of test 2 is than that of test 1, in both variants and in the study. */
function slowdownLine(find: Find): string[] {
  const slowdown = (variant: string): string => {
    const [first, second] = ([1, 2] as const).map((test) =>
      deleteOf(find, test, 'default', variant),
    )
    return first && second ? ratioText(ratioOf(first, second)) : dash
  }
  const [first, second] = ([1, 2] as const).map((test) =>
    publishedDelete(publishedCells({ test, table: 'default', mode: 'cold' })),
  )
  const theirs = first && second ? (first / second).toFixed(2) : dash
  return [
    `Default table, test 1 ÷ test 2: published ${theirs}, here ${slowdown(parentIndexVariants.without)} without the index and ${slowdown(parentIndexVariants.with)} with it. What remains with the index are the look-ups of relatives that SQLAlchemy sends for each row; only the difference is the index.`,
  ]
}

/** SQLAlchemy's Delete on test 2, with and without an index on parent_id. */
export function parentIndexSection(find: Find): Section | null {
  const rows = [
    rowOf(find, 1, 'default'),
    rowOf(find, 2, 'default'),
    rowOf(find, 2, 'large'),
  ].filter((row) => row !== null)
  if (rows.length === 0) return null
  return {
    title: 'SQLAlchemy’s Delete on test 2, with and without the parent index',
    intro:
      'The study’s SQLAlchemy model had no index on parent_id, and it names that as the cause of a slow Delete. Rows per second, cold; test 1 has no such column, so its ratio is the noise.',
    tables: [
      {
        caption: '',
        head: ['', 'no index', 'index', 'index ÷ none', 'published'],
        rows,
      },
    ],
    lines: slowdownLine(find),
  }
}
