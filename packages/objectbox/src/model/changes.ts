/** One difference that a sync brought into the model. Names as in the definitions: `Note`, `Note.text`. */
export interface ModelChange {
  /** `retyped` starts a property anew under its name; `changed` are its flags, like uniqueness. */
  readonly kind:
    | 'added'
    | 'removed'
    | 'renamed'
    | 'retyped'
    | 'changed'
    | 'index added'
    | 'index removed'
  readonly what: 'entity' | 'property' | 'relation'
  readonly name: string
  /** The name before, of what was renamed. */
  readonly oldName?: string
  /** Of what was added, removed or renamed. */
  readonly uid?: bigint
  /** Type of a property or target of a relation, of what was added or removed. */
  readonly storedAs?: string
}

/**
 * Where something was removed and something like it added in the same sync, the user probably
 * meant a rename, and the stored values are out of reach: one sentence per such place.
 */
export function renameWarnings(changes: readonly ModelChange[]): string[] {
  const warnings: string[] = []
  for (const removed of changes) {
    if (removed.kind !== 'removed') continue
    const added = changes.filter(
      (change) =>
        change.kind === 'added' &&
        change.what === removed.what &&
        change.storedAs === removed.storedAs &&
        ownerOf(change.name) === ownerOf(removed.name),
    )
    if (added.length === 0) continue
    const names = added.map(({ name }) => name).join(', ')
    warnings.push(
      `${removed.what} ${removed.name} was removed and ${names} added; if that is a rename, ` +
        `give the new name the uid '${removed.uid}' to keep the stored values`,
    )
  }
  return warnings
}

function ownerOf(name: string): string {
  const dot = name.indexOf('.')
  return dot === -1 ? '' : name.slice(0, dot)
}
