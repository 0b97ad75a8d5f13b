/** Writes the id to the object, unless it is frozen or its id cannot be set. */
export function setId(object: unknown, name: string, id: number): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was just encoded as an object
  const target = object as Record<string, unknown>
  if (target[name] !== id) Reflect.set(target, name, id)
}

/** The same for many; plain assignment is faster and throws where it is not possible. */
export function setIds(objects: readonly object[], name: string, ids: readonly number[]): void {
  let position = 0
  try {
    for (; position < ids.length; position++) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was just encoded as an object
      const target = objects[position] as Record<string, unknown>
      if (target[name] !== ids[position]) target[name] = ids[position]
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    for (; position < ids.length; position++) setId(objects[position], name, ids[position]!)
  }
}
