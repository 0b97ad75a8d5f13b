import Table from 'cli-table3'
import type { Comparison, Judgement } from './judge.ts'
import type { Work } from './works.ts'

const subjects = {
  c: 'C',
  node: 'as objects',
  'native part': 'native part alone',
  'at once': 'without a kept query',
  python: 'Python',
  sqlite: 'better-sqlite3',
} as const

/** The tables of a run, as text. */
export function report(works: readonly Work[], judgement: Judgement): string {
  const titles = new Map(works.map((work) => [work.name, work]))
  const sections = [
    ['Node.js against C', tableAgainstC(titles, judgement.againstC)],
    ['Node.js against the Python binding', tableAgainstPython(titles, judgement)],
    ['Node.js against better-sqlite3', tableAgainstSqlite(titles, judgement)],
  ]
  return sections
    .map(([title, table]) => `${title}\n${table}`)
    .concat(
      'fastest: the ratio of the fastest rounds, which a busy machine disturbs least; it decides nothing.',
    )
    .concat(notReached(judgement))
    .join('\n\n')
}

/** A line for each comparison of a work that has just ended. */
export function shortReport({ againstC, againstPython, againstSqlite }: Judgement): string {
  return [...againstC, ...againstPython, ...againstSqlite]
    .map(
      ({ subject, reference, ratio, low, high }) =>
        `  ${subjects[subject]} ÷ ${subjects[reference]}: ${ratio.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`,
    )
    .join('\n')
}

type Works = ReadonlyMap<string, Work>

function tableAgainstC(works: Works, comparisons: readonly Comparison[]): string {
  const head = [
    'work',
    '',
    'C rows/s',
    'Node rows/s',
    'ratio',
    '95 % interval',
    'fastest',
    'bound',
    'reached',
  ]
  const rows = comparisons.map((each) => [
    works.get(each.work)!.title,
    subjects[each.subject],
    ...figures(each),
    ...verdict(each),
  ])
  return tableOf(head, rows)
}

function tableAgainstPython(works: Works, judgement: Judgement): string {
  const { againstPython, cAgainstPython } = judgement
  if (againstPython.length === 0) return '(not measured)'
  const head = [
    'work',
    'Python rows/s',
    'Node rows/s',
    'ratio',
    '95 % interval',
    'fastest',
    'C ÷ Python',
    'bound',
    'reached',
  ]
  const rows = againstPython.map((each, index) => [
    works.get(each.work)!.title,
    ...figures(each),
    cAgainstPython[index]!.ratio.toFixed(2),
    ...verdict(each),
  ])
  return tableOf(head, rows)
}

function tableAgainstSqlite(works: Works, judgement: Judgement): string {
  const { againstSqlite, cAgainstSqlite } = judgement
  const head = [
    'work',
    'SQLite rows/s',
    'Node rows/s',
    'ratio',
    '95 % interval',
    'fastest',
    'C ÷ SQLite',
    '',
  ]
  const rows = againstSqlite.map((each, index) => {
    const c = cAgainstSqlite[index]!
    const work = works.get(each.work)!
    return [work.title, ...figures(each), c.ratio.toFixed(2), placeAgainstSqlite(each, c)]
  })
  const table = tableOf(head, rows)
  const behind = againstSqlite
    .filter(({ ratio, work }) => ratio < 1 && works.get(work)!.libraryCost !== undefined)
    .map(({ work }) => `  ${works.get(work)!.title}: ${works.get(work)!.libraryCost}`)
  if (behind.length === 0) return table
  return [table, 'Where the library itself is behind SQLite:', ...behind].join('\n')
}

function placeAgainstSqlite(node: Comparison, c: Comparison): string {
  if (node.low > 1) return 'ahead'
  if (node.ratio >= 1) return 'ahead (uncertain)'
  return c.ratio < 1 ? 'behind, as the C program is' : 'behind, by the binding'
}

function figures(comparison: Comparison): string[] {
  const { referenceRowsPerSecond, subjectRowsPerSecond, ratio, low, high, fastestRatio } =
    comparison
  const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
  return [
    number.format(referenceRowsPerSecond),
    number.format(subjectRowsPerSecond),
    ratio.toFixed(2),
    `${low.toFixed(2)} - ${high.toFixed(2)}`,
    fastestRatio.toFixed(2),
  ]
}

function verdict({ bound, isReached }: Comparison): string[] {
  if (bound === 0) return ['-', '']
  return [String(bound), isReached ? 'yes' : 'NO']
}

function tableOf(head: string[], rows: string[][]): string {
  const table = new Table({ head, style: { head: [], border: [], compact: true } })
  table.push(...rows)
  return table.toString()
}

function notReached({ againstC, againstPython }: Judgement): string {
  const missed = [...againstC, ...againstPython].filter(({ isReached }) => !isReached)
  if (missed.length === 0) return 'All bounds are reached.'
  const lines = missed.map(
    ({ work, subject, reference, ratio, high, bound }) =>
      `  ${work} (${subjects[subject]} against ${subjects[reference]}): ${ratio.toFixed(2)}, ` +
      `at most ${high.toFixed(2)}, of ${bound}`,
  )
  return ['NOT REACHED:', ...lines].join('\n')
}
