import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Some file systems slow down or refuse when one folder holds very many. */
const storesPerFolder = 1_000

const groupOf = (root: string, store: number) =>
  join(root, String(Math.floor(store / storesPerFolder)).padStart(3, '0'))

/** Folder of a store under the folder of all stores of a variant. */
export const storeDirectory = (root: string, store: number): string =>
  join(groupOf(root, store), `agent-${String(store).padStart(6, '0')}`)

/** Makes what stores from `first` on will lie in, untimed; their own folders are the engine's to make. */
export function prepareFolders(root: string, first: number, count: number): undefined {
  const last = groupOf(root, first + count - 1)
  for (let store = first - (first % storesPerFolder); ; store += storesPerFolder) {
    const group = groupOf(root, store)
    mkdirSync(group, { recursive: true })
    if (group === last) return
  }
}
