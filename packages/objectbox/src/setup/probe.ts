import { entity } from '../entity/entity.ts'
import { id, string } from '../entity/properties.ts'
import { libraryVersion, openStore } from '../store/store.ts'

const Probe = entity('Probe', { id: id(), text: string() })

/** Stores and reads an object in memory; returns the version of the library. Throws what fails. */
export function probe(): string {
  using store = openStore({ directory: 'memory:objectbox-probe', entities: [Probe] })
  const box = store.box(Probe)
  const text = 'ObjectBox works here'
  const found = box.get(box.put({ text }))
  if (found?.text !== text) throw new Error(`the probe read ${JSON.stringify(found)} back`)
  return libraryVersion()
}
