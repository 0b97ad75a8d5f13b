import { RowrateError } from '@rowrate/core'

interface Named {
  readonly name: string
  readonly group: string | undefined
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, substitution))
    }
    row = next
  }
  return row[b.length]!
}

/** Names that the user may have meant: those that contain what was written, and those a few letters away. */
export function nearNames(wanted: string, names: readonly string[]): string[] {
  const rank = (name: string) =>
    name.includes(wanted) || wanted.includes(name) ? 0 : distance(wanted, name)
  const limit = Math.max(2, Math.floor(wanted.length / 3))
  return names
    .filter((name) => rank(name) <= limit)
    .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b, 'en'))
    .slice(0, 3)
}

/**
 * The engines that names and group names stand for, each once, in the order given. Only exact names count, so that a new
 * engine never joins an old command. Throws ENGINE_UNKNOWN.
 */
export function selectEngines<E extends Named>(
  engines: readonly E[],
  filter: readonly string[],
): E[] {
  const groups = new Set(engines.flatMap(({ group }) => group ?? []))
  const selected = filter.flatMap((wanted) => {
    const found = engines.filter(({ name, group }) => name === wanted || group === wanted)
    if (found.length > 0) return found
    const near = nearNames(wanted, [...engines.map(({ name }) => name), ...groups])
    const advice =
      near.length > 0 ? `did you mean ${near.join(' or ')}?` : '`pnpm bench list` names all engines'
    throw new RowrateError('ENGINE_UNKNOWN', `unknown engine or group '${wanted}'; ${advice}`)
  })
  return [...new Set(selected)]
}
