import { estimatePairedRatio, logRatios } from '@rowrate/core'
import { median } from 'simple-statistics'
import type { Sample } from './contender.ts'
import type { Contender, Work } from './works.ts'

/** Two contenders in one work, over the blocks in which both ran. */
export interface Comparison {
  readonly work: string
  readonly subject: Contender
  readonly reference: Contender
  /** Medians of the processes. */
  readonly subjectRowsPerSecond: number
  readonly referenceRowsPerSecond: number
  /** Median of the ratios of the pairs, with its 95 % interval. */
  readonly ratio: number
  readonly low: number
  readonly high: number
  /** The ratio by the fastest rounds, which other processes disturb least; it decides nothing. */
  readonly fastestRatio: number
  /** The ratio that must be reached; 0 where there is none. */
  readonly bound: number
  /** Whether the upper end of the interval reaches the bound. */
  readonly isReached: boolean
}

type Figure = 'rowsPerSecond' | 'fastestRowsPerSecond'

class Samples {
  readonly #samples: readonly Sample[]

  constructor(samples: readonly Sample[]) {
    this.#samples = samples
  }

  has(work: Work, contender: Contender): boolean {
    return this.#samples.some((each) => each.work === work.name && each.contender === contender)
  }

  compare(work: Work, subject: Contender, reference: Contender, bound: number): Comparison {
    const pair = this.#pair(work, subject, reference, 'rowsPerSecond')
    const ratios = logRatios(pair).map(Math.exp)
    const estimate = estimatePairedRatio(pair)
    const ratio = median(ratios)
    const fastest = logRatios(this.#pair(work, subject, reference, 'fastestRowsPerSecond'))
    const { low, high } = estimate ?? { low: Math.min(...ratios), high: Math.max(...ratios) }
    return {
      work: work.name,
      subject,
      reference,
      subjectRowsPerSecond: median(pair.subject),
      referenceRowsPerSecond: median(pair.reference),
      ratio,
      low,
      high,
      fastestRatio: Math.exp(median(fastest)),
      bound,
      isReached: high >= bound,
    }
  }

  #pair(work: Work, subject: Contender, reference: Contender, figure: Figure) {
    return {
      subject: this.#series(work, subject, figure),
      reference: this.#series(work, reference, figure),
    }
  }

  #series(work: Work, contender: Contender, figure: Figure): number[] {
    return this.#samples
      .filter((each) => each.work === work.name && each.contender === contender)
      .toSorted((a, b) => a.block - b.block)
      .map((each) => each[figure])
  }
}

export interface Judgement {
  readonly againstC: readonly Comparison[]
  readonly againstPython: readonly Comparison[]
  /** C itself against Python: the library's part of what Node has. */
  readonly cAgainstPython: readonly Comparison[]
  readonly againstSqlite: readonly Comparison[]
  /** C itself against better-sqlite3: the library's part of what Node has. */
  readonly cAgainstSqlite: readonly Comparison[]
}

export function judge(works: readonly Work[], all: readonly Sample[]): Judgement {
  const samples = new Samples(all)
  const against = (reference: Contender, subject: Contender, bound: (work: Work) => number) =>
    works
      .filter((work) => samples.has(work, reference))
      .map((work) => samples.compare(work, subject, reference, bound(work)))
  return {
    againstC: works.flatMap((work) =>
      Object.entries(work.bounds).map(([subject, bound]) =>
        samples.compare(work, subject as Contender, 'c', bound),
      ),
    ),
    againstPython: against('python', 'node', ({ pythonBound = 0 }) => pythonBound),
    cAgainstPython: against('python', 'c', () => 0),
    againstSqlite: against('sqlite', 'node', () => 1),
    cAgainstSqlite: against('sqlite', 'c', () => 1),
  }
}

export function isAllReached({ againstC, againstPython }: Judgement): boolean {
  return [...againstC, ...againstPython].every(({ isReached }) => isReached)
}
