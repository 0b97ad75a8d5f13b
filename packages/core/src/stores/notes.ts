/** What is stored: `ts` is an int64 in the database. */
export interface Note {
  readonly text: string
  readonly ts: number
}

export const noteWorkloads = ['large', 'small'] as const
/** `large`: texts of 300 characters; `small`: only what names the note. */
export type NoteWorkload = (typeof noteWorkloads)[number]

/** Notes of one store, where no option says otherwise. */
export const notesPerStore: Readonly<Record<NoteWorkload, number>> = { large: 1_000, small: 10 }

export const noteLength = 300

/** Long enough that text and prefix are never shorter than a note. */
export const lorem =
  'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. ' +
  'Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat. ' +
  'Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur.'

/** Text of note `index` of agent (store) `store`, both from 0. */
export function noteText(workload: NoteWorkload, store: number, index: number): string {
  const text = `note ${index} of agent ${store}`
  return workload === 'small' ? text : `${text}: ${lorem}`.slice(0, noteLength)
}

/** Note `index` of a store. */
export const noteOf = (workload: NoteWorkload, store: number, index: number): Note => ({
  text: Buffer.from(noteText(workload, store, index), 'latin1').toString('latin1'),
  ts: index,
})

/**
 * The notes of a store, in order. Texts are flat one-byte strings: a concatenated one would be flattened on its first use, inside
 * the timer.
 */
export function notesOf(workload: NoteWorkload, store: number, count: number): Note[] {
  return Array.from({ length: count }, (_, index) => noteOf(workload, store, index))
}
