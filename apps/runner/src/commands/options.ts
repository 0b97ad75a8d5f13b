import { modes, tests } from '@rowrate/core'
import { InvalidArgumentError } from 'commander'

/*
 * Parsers of option values. Each says in one line what would be right; commander puts the option's name before it.
 */

const items = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

export function parseNames(text: string): string[] {
  const names = items(text)
  if (names.length === 0)
    throw new InvalidArgumentError('Give names as in a,b; `pnpm bench list` shows them.')
  return names
}

/** A list of some of `allowed`. */
const parseSome =
  <T extends string | number>(allowed: readonly T[]) =>
  (text: string): T[] => {
    const found = items(text).map((item) => allowed.find((each) => String(each) === item))
    if (found.length === 0 || found.includes(undefined)) {
      throw new InvalidArgumentError(`Give some of ${allowed.join(',')}, separated by commas.`)
    }
    return found as T[]
  }

export const parseTests = parseSome(tests)
export const parseModes = parseSome(modes)

/** A whole number from `min` on. */
export const parseCount =
  (min: number, reason = '') =>
  (text: string): number => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < min) {
      throw new InvalidArgumentError(`Give a whole number, ${min} or more${reason}.`)
    }
    return value
  }

export function parsePositive(text: string): number {
  const value = Number(text)
  if (!/^\d+(\.\d+)?$/.test(text) || value <= 0) {
    throw new InvalidArgumentError('Give a number above 0.')
  }
  return value
}

/** A share of one core, `10%`; undefined for `off`. */
export function parseShare(text: string): number | 'off' {
  if (text === 'off') return text
  const share = /^(\d+(?:\.\d+)?)%?$/.exec(text)
  if (!share) throw new InvalidArgumentError('Give a share of one core such as 10%, or off.')
  return Number(share[1]) / 100
}

export function parseJournal(text: string): 'delete' | 'wal' {
  if (text === 'delete' || text === 'wal') return text
  throw new InvalidArgumentError('Give delete or wal.')
}

export function parseSettings(text: string): 'study' {
  if (text === 'study') return text
  throw new InvalidArgumentError('Give study, or leave it out for the settings all engines share.')
}

export function parseLarge(text: string): 'only' {
  if (text === 'only') return text
  throw new InvalidArgumentError('Give --large alone to add the large table, or --large only.')
}

export function parseName(text: string): string {
  if (/^[a-z0-9][a-z0-9.-]*$/i.test(text)) return text
  throw new InvalidArgumentError(
    'Give letters, digits, dots and dashes: it becomes part of a folder name.',
  )
}
