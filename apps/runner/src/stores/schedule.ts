import type { PhaseKey, Site, StorePhase, StoresPlan, StoreVariant } from '@rowrate/core/stores'

import { harnessEngine } from './configuration.ts'

/** One phase to measure; its site must hold as many stores as it needs. */
export interface StoresTask {
  readonly key: PhaseKey
  /** Stores that the site must hold before. */
  readonly holds: number
  /** Nothing of its site is needed afterwards. */
  readonly last: boolean
}

export const siteText = ({ variant, allocator, series, place, notes }: Site): string =>
  [variant, allocator, series, place, `${notes}-notes`].join('-')

/** One text per phase key. */
export const keyText = (key: PhaseKey): string =>
  [siteText(key), key.phase, key.count, key.seed].join('|')

type Described = Pick<StoreVariant, 'name' | 'phases'>

const has = ({ phases }: Described, phase: StorePhase) => phases?.includes(phase) ?? true

interface Part {
  readonly phase: StorePhase
  readonly count: number
  readonly holds: number
  readonly seed?: number
}

/** The tasks of one site, those left out that the variant does not have. */
function siteTasks(site: Site, variant: Described, parts: readonly Part[]): StoresTask[] {
  const present = parts.filter(({ phase }) => has(variant, phase))
  return present.map(({ phase, count, holds, seed = 0 }, index) => ({
    key: { ...site, phase, count, seed },
    holds,
    last: index === present.length - 1,
  }))
}

function mainTasks(
  { count, seeds, notes }: StoresPlan,
  variant: Described,
  allocator: Site['allocator'],
): StoresTask[] {
  const site: Site = { variant: variant.name, allocator, series: 'main', place: 'disk', notes }
  const hold: Part = { phase: 'hold', count, holds: count, seed: seeds[0]! }
  return siteTasks(site, variant, [
    { phase: 'create', count, holds: 0 },
    ...seeds.map((seed): Part => ({ phase: 'open', count, holds: count, seed })),
    ...(variant.name === harnessEngine ? [] : [hold]),
  ])
}

function profileTasks({ profile, notes }: StoresPlan, variant: Described): StoresTask[] {
  if (profile === null) return []
  return (['disk', 'tmpfs'] as const).flatMap((place) => {
    const site: Site = {
      variant: variant.name,
      allocator: 'default',
      series: 'profile',
      place,
      notes,
    }
    return siteTasks(site, variant, [{ phase: 'profile', count: profile, holds: 0 }])
  })
}

function growthTasks({ grow, notes, seeds }: StoresPlan, variant: Described): StoresTask[] {
  if (!grow) return []
  const seed = seeds[0]!
  const base = { variant: variant.name, allocator: 'default', place: 'disk' } as const
  const step = (count: number, holds: number): Part[] => [
    { phase: 'create', count, holds },
    { phase: 'open', count, holds: count, seed },
    { phase: 'hold', count, holds: count, seed },
  ]
  const byStores = siteTasks(
    { ...base, series: 'stores', notes },
    variant,
    grow.stores.flatMap((count, index) => step(count, grow.stores[index - 1] ?? 0)),
  )
  const byNotes = grow.notes.flatMap((each) =>
    siteTasks({ ...base, series: 'notes', notes: each }, variant, step(grow.storesPerNotes, 0)),
  )
  return [...byStores, ...byNotes]
}

const phaseText = ({ key: { phase, seed } }: StoresTask) => `${phase} ${seed}`

/** All engines back to back within a phase; which one begins changes from phase to phase. */
function interleave(lists: readonly (readonly StoresTask[])[]): StoresTask[] {
  const phases = [...new Set(lists.flatMap((list) => list.map(phaseText)))]
  return phases.flatMap((phase, turn) => {
    const tasks = lists.flatMap((list) => list.filter((task) => phaseText(task) === phase))
    const first = turn % Math.max(1, tasks.length)
    return [...tasks.slice(first), ...tasks.slice(0, first)]
  })
}

/**
 * Every phase of a plan, in order. The study's phases come first, one allocator setting after the other; the second one goes through
 * the engines backwards, so that no engine is always the first.
 */
export function storesSchedule(plan: StoresPlan, variants: readonly Described[]): StoresTask[] {
  const measured = variants.filter(({ name }) => name !== harnessEngine)
  const main = plan.allocators.flatMap((allocator, index) => {
    const lists = variants.map((variant) => mainTasks(plan, variant, allocator))
    const ordered = index % 2 === 0 ? lists : lists.toReversed()
    return plan.order === 'interleaved' ? interleave(ordered) : ordered.flat()
  })
  return [
    ...(plan.main ? main : []),
    ...measured.flatMap((variant) => profileTasks(plan, variant)),
    ...measured.flatMap((variant) => growthTasks(plan, variant)),
  ]
}
