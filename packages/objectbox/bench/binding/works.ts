/** Everything that is measured, and what must be reached. */

export type Contender = 'c' | 'node' | 'native part' | 'at once' | 'python' | 'sqlite'

export type StoreKind = 'journals' | 'large' | 'notes'

export interface Work {
  readonly name: string
  readonly title: string
  /** What the store holds at the start. */
  readonly store: StoreKind
  /** Changes the store, so that each process gets a copy. */
  readonly writes: boolean
  /** What a row of it is. */
  readonly unit: string
  /** Least ratio of rows per second to those of C, by contender. */
  readonly bounds: Partial<Readonly<Record<Contender, number>>>
  /** Least ratio of Node's rows per second to those of the Python binding. */
  readonly pythonBound?: number
  /** Why the library itself is slower there than SQLite, where it is. */
  readonly libraryCost?: string
}

export const works: readonly Work[] = [
  {
    name: 'put',
    title: 'putMany of new objects, which get their ids',
    store: 'journals',
    writes: true,
    unit: 'objects',
    bounds: { node: 0.85 },
    pythonBound: 3,
  },
  {
    name: 'put-with-ids',
    title: 'putMany of objects with ids set',
    store: 'journals',
    writes: true,
    unit: 'objects',
    bounds: { node: 0.85 },
    pythonBound: 3,
  },
  {
    name: 'update',
    title: 'update all: text',
    store: 'journals',
    writes: true,
    unit: 'objects',
    bounds: { node: 0.85 },
    pythonBound: 3,
  },
  {
    name: 'update-both',
    title: 'update all: level and text',
    store: 'journals',
    writes: true,
    unit: 'objects',
    bounds: { node: 0.85 },
    // Two indexes change with each object: most of the time is the library's, in Python too.
    pythonBound: 0,
  },
  {
    name: 'remove',
    title: 'remove all by id',
    store: 'journals',
    writes: true,
    unit: 'objects',
    bounds: { node: 0.9 },
  },
  {
    name: 'get',
    title: 'get by id, own transaction each',
    store: 'journals',
    writes: false,
    unit: 'objects',
    bounds: { node: 0.7, 'native part': 0.85 },
    pythonBound: 5,
  },
  {
    name: 'find',
    title: 'find by level, 2,000 of 10,000',
    store: 'journals',
    writes: false,
    unit: 'objects',
    bounds: { node: 0.65, 'native part': 0.95, 'at once': 0 },
    pythonBound: 5,
  },
  {
    name: 'find-large',
    title: 'find by level, 4,000 of 20,000',
    store: 'large',
    writes: false,
    unit: 'objects',
    bounds: { node: 0.65, 'native part': 0.95, 'at once': 0 },
    pythonBound: 5,
  },
  {
    name: 'count',
    title: 'count by level, 2,000 of 10,000',
    store: 'journals',
    writes: false,
    unit: 'counts',
    bounds: { node: 0.9, 'at once': 0 },
    libraryCost:
      'SQLite counts the entries of its index; the library gives all ids of the matches to be counted',
  },
  {
    name: 'page',
    title: 'page of 20 of 4,000 matches, any offset',
    store: 'large',
    writes: false,
    unit: 'objects',
    bounds: { node: 0.7, 'at once': 0 },
    libraryCost:
      'SQLite walks its index up to the page; the library collects the ids of all matches first',
  },
  {
    name: 'open',
    title: 'open, count, close a store of 1,000, skip model sync',
    store: 'notes',
    writes: false,
    unit: 'opens',
    bounds: { node: 0.85 },
    libraryCost: 'the library clears its list of 131,072 dirty pages (2 MB) at each open',
  },
]

export function contendersOf(work: Work): Contender[] {
  const bounded = Object.keys(work.bounds) as Contender[]
  const others: Contender[] = work.pythonBound === undefined ? ['sqlite'] : ['python', 'sqlite']
  return [...others, 'c', ...bounded]
}
