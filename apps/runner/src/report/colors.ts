import type pc from 'picocolors'

/** Colours of a terminal; picocolors turns them off for NO_COLOR, and where the output is no terminal. */
export type Colors = ReturnType<typeof pc.createColors>
