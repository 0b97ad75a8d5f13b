/** The set-up cannot go on: what is missing or wrong, and what to do. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}
