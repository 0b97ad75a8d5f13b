export const objectBox = 'objectbox-python'

/** ObjectBox ÷ the fastest SQL system, or null where one of both is missing. */
export function leadOf(
  speeds: readonly { readonly engine: string; readonly speed: number }[],
): number | null {
  const own = speeds.find(({ engine }) => engine === objectBox)
  const others = speeds.filter(({ engine }) => engine !== objectBox)
  return own && others.length > 0 ? own.speed / Math.max(...others.map(({ speed }) => speed)) : null
}
