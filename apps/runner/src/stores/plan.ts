import type { Allocator, NoteWorkload, StoreQuery, StoresPlan } from '@rowrate/core/stores'
import { allocators, notesPerStore } from '@rowrate/core/stores'
import { RowrateError } from '@rowrate/core'

import { growth, harnessEngine, openingSeeds, presets, profileStores } from './configuration.ts'

/** What the command line says about what to measure; everything may be left out. */
export interface StoresChoice {
  readonly filter?: readonly string[] | undefined
  readonly count?: number | undefined
  readonly hold?: number | undefined
  readonly workload?: NoteWorkload | undefined
  readonly query?: StoreQuery | undefined
  readonly allocator?: Allocator | 'both' | undefined
  readonly dropCaches?: true | undefined
  /** Alone they are added to the study's phases. */
  readonly profile?: true | 'only' | undefined
  readonly grow?: true | 'only' | undefined
  readonly full?: true | undefined
}

const chosenAllocators = ({ allocator, full }: StoresChoice): Allocator[] => {
  if (allocator === undefined) return full ? [...allocators] : ['default']
  return allocator === 'both' ? [...allocators] : [allocator]
}

function sizeOf({ count, hold, full }: StoresChoice): { count: number; hold: number } {
  const preset = presets[full ? 'full' : 'quick']
  const chosenCount = count ?? preset.count
  if (hold !== undefined && hold > chosenCount) {
    throw new RowrateError(
      'USAGE',
      `--hold ${hold} is more than the ${chosenCount} stores there are; raise --count or lower --hold`,
    )
  }
  return { count: chosenCount, hold: hold ?? Math.min(preset.hold, chosenCount) }
}

/** Decides what a run measures, but for the order. `variants` are the names that the filter stands for. */
export function storesPlan(choice: StoresChoice, variants: readonly string[]): StoresPlan {
  const { workload = 'large', profile, grow, full } = choice
  const { count, hold } = sizeOf(choice)
  const isChosen = Object.values(choice).some((value) => value !== undefined)
  const main = profile !== 'only' && grow !== 'only'
  const [smallest] = growth.stores
  if (grow !== undefined && choice.count !== undefined && choice.count < smallest) {
    throw new RowrateError(
      'USAGE',
      `--grow begins with ${smallest} stores, and --count ${choice.count} ends it before; raise --count or leave it out`,
    )
  }
  return {
    preset: full ? 'full' : isChosen ? 'selection' : 'quick',
    variants: [...new Set([...variants, ...(main ? [harnessEngine] : [])])],
    workload,
    notes: notesPerStore[workload],
    count,
    hold,
    query: choice.query ?? 'count',
    seeds: [...openingSeeds],
    allocators: chosenAllocators(choice),
    dropCaches: choice.dropCaches ?? false,
    main,
    profile: profile === undefined ? null : Math.min(profileStores, count),
    grow:
      grow === undefined
        ? null
        : {
            // An explicit --count is where growth ends.
            stores: growth.stores.filter((stores) => stores <= (choice.count ?? Infinity)),
            notes: [...growth.notes],
            storesPerNotes: growth.storesPerNotes,
          },
    order: 'grouped',
  }
}

/** Settings in which two plans differ, each as one text; preset and order follow from others. */
export function planDifferences(recorded: StoresPlan, wanted: StoresPlan): string[] {
  const texts = (plan: StoresPlan): Record<string, string> =>
    Object.fromEntries(
      Object.entries({ ...plan, preset: '', order: '' }).map(([name, value]) => [
        name,
        JSON.stringify(value),
      ]),
    )
  const [before, after] = [texts(recorded), texts(wanted)]
  return Object.keys(before)
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name} is ${before[name]} in the set, not ${after[name]}`)
}
